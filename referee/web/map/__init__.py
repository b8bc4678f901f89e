"""The map on a page: its ground is a file that browsers keep, and what stands on it is laid over it."""
