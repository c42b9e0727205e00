#!/bin/sh
# Prints the path of a Python that Auricle runs on (3.11, 3.12 or 3.13), or says in one sentence what to install.
# PYTHON names one to use; otherwise the first that answers is taken. Each is run, because a version switcher's shim may exist and not work.
fits='import sys; print(sys.executable); raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if found=$("$name" -c "$fits" 2>/dev/null </dev/null); then
        echo "$found"
        exit 0
    fi
done
echo "Auricle needs Python 3.11, 3.12 or 3.13 and found ${PYTHON:-none}: install one (Debian, Ubuntu: apt-get install python3 python3-venv) or name it with PYTHON=/path/to/python3." >&2
exit 1
