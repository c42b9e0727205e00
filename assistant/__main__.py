"""`python -m assistant` is `auricle`."""

from assistant.cli.start import main

main()
