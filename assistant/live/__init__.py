"""Sources that data is fetched from, each named in the settings, and only what the person allowed: FHIR servers and study platforms."""
