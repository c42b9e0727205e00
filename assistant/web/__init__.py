"""Pages elsewhere, read under guard."""
