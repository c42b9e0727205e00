"""`python -m assistant` is `auricle`."""

from assistant.cli.main import main

main()
