"""The map: one file of territories and borders (``arrakis.toml``), their shapes, and the ways from one to another."""
