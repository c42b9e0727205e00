"""Environment variables that look like settings and are none: a misspelt name would else be ignored without a word."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from assistant.settings import Settings

__all__ = ["strangers"]

_PREFIX = "AURICLE_"
_OTHERS = ("CONFIG", "PASSPHRASE")  # read elsewhere than in the settings


def strangers(environment: Mapping[str, str]) -> list[str]:
    """A sentence for every set variable that nothing reads, with the nearest name that something does read."""
    known = [name.upper() for name in (*Settings.model_fields, *_OTHERS)]
    told = []
    for name in sorted(environment):
        setting, nested, rest = name.upper().partition("__")  # AURICLE_ROLES__PLANNER__MODEL belongs to AURICLE_ROLES
        own = setting.removeprefix(_PREFIX)  # the prefix, which all have, would make everything look alike
        if own == setting or own in known or not environment[name]:
            continue
        near = difflib.get_close_matches(own, known, n=1)
        told.append(f"{name} is no setting and is ignored" + (f"; did you mean {_PREFIX}{near[0]}{nested}{rest}?" if near else "."))
    return told
