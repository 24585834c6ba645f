"""The places of an attack's targets; rewritten for each attack."""
