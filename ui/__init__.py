"""The faces: the web page on this machine, and the voice line that it talks over."""
