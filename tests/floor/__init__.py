"""What the oldest browsers of ``referee/web/http/floor.py`` know of what the styles, scripts and templates use."""
