"""The languages: one table, dates and numbers, catalogues, and words for the ear."""
