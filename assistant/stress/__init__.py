"""How aroused the body is, from the minutes of a pulse recording, against the person's own recordings."""
