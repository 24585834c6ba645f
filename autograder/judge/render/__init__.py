"""Values as students read them."""
