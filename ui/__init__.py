"""The faces: the web page."""
