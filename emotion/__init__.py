"""The feeling: voice, words, and what both support together."""
