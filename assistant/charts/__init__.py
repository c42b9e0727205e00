"""Pictures of figures, for those who can see them, and the same in a sentence and a table for those who cannot."""
