"""A second accountant: random games over HTTP, kept again from the file's own rows and compared after each."""
