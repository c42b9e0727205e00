"""The ear and the mouth: clips, voice activity, transcribers and synthesizers."""
