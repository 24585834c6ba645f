"""Where what an attack is after can be found; written anew for each."""
