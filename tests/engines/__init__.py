"""Browsers that are not Chromium, driven by their own protocols: Debian's Firefox ESR and WebKitGTK."""
