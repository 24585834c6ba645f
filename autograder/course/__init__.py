"""A whole class: gradings in parallel, their results in one file, and what is derived from them."""
