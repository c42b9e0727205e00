"""People's measurements, encrypted, by local day."""
