"""Every string that a person can see, collected from the code, the templates, the scripts and the rule texts."""
