"""From facts to words: the catalogue's draft, the verifier, the rephrase."""
