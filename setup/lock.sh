#!/bin/sh
# Resolves pyproject.toml for every supported Python and platform and writes the two locks. The versions that are locked already are kept
# where they still fit; `make lock UPGRADE=1` takes the newest.
set -eu
cd "$(dirname "$0")/.."
python=$(sh setup/python.sh)
if [ ! -x .setup/lock/bin/uv ]; then
    mkdir -p .setup
    "$python" -m venv .setup/lock
    .setup/lock/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9'
fi
resolve() { # resolve LOCK [options]
    lock=$1
    shift
    .setup/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header ${UPGRADE:+--upgrade} \
        pyproject.toml requirements/build.in "$@" --output-file "$lock"
    # What a torch wheel needs for an accelerator differs by platform and is pinned by torch itself; a browser is not a platform of ours.
    grep -vE "^(nvidia-|cuda-|triton)|sys_platform == 'emscripten'" "$lock" >"$lock.new"
    mv "$lock.new" "$lock"
}
resolve requirements/lock-all.txt --all-extras
UPGRADE='' resolve requirements/lock.txt --constraint requirements/lock-all.txt --extra embedded --extra web --extra microphone
echo "Locked $(grep -c == requirements/lock.txt) packages for the demo, $(grep -c == requirements/lock-all.txt) for the tests."
