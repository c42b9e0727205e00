"""Electrocardiograms in Apple's export: CSV files with a few lines about the recording, in the phone's language, then one voltage a line."""

from __future__ import annotations

import re
from datetime import datetime
from typing import BinaryIO

import numpy as np

from assistant.errors import UsageError
from assistant.records.recording import Recording

__all__ = ["is_ecg", "read_ecg"]

_MOST = 16 << 20  # bytes; half a minute takes 150 kB
# The words before the comma are translated, what stands after it is not, but for the comma in numbers and a no-break space.
_WHEN = re.compile(r'^[^,\n]*,"?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) ?([+-]\d\d):?(\d\d)"?\s*$', re.MULTILINE)
_RATE = re.compile(r'^[^,\n]*,"?(\d+)(?:[.,](\d+))?\s*(?:hertz|hz|герц\w*|赫兹|赫茲|ヘルツ|헤르츠)"?\s*$', re.MULTILINE | re.IGNORECASE)
_UNIT = re.compile(r"^[^,\n]*,\"?(µV|μV|uV|mV|V)\"?\s*$", re.MULTILINE)
_DEVICE = re.compile(r"(Watch\d+,\d+)")
_VOLTAGE = re.compile(r'^"?(-?\d+)(?:[.,](\d+))?"?\s*$')
_MICROVOLTS = {"mV": 1e3, "V": 1e6}


def is_ecg(head: bytes) -> bool:
    text = head.decode(errors="replace")
    return bool(_WHEN.search(text) and _RATE.search(text))


def read_ecg(stream: BinaryIO, name: str) -> Recording:
    """Samples in whole microvolts. Raises `UsageError` when it is none, or a line of it cannot be read."""
    content = stream.read(_MOST + 1)
    if len(content) > _MOST:
        raise UsageError(f"{name} is too large for an electrocardiogram.")
    text = content.decode("utf-8-sig", errors="replace")
    lines = text.splitlines()
    # The unit is the last of the words; where it is not known, numbers begin with the first line that is one.
    first = next((number for number, line in enumerate(lines, 1) if _UNIT.match(line)), 0)
    first = first or next((number for number, line in enumerate(lines) if _VOLTAGE.match(line)), len(lines))
    head = "\n".join(lines[:first])
    when, rate, unit = _WHEN.search(head), _RATE.search(head), _UNIT.search(head)
    if when is None or rate is None:
        raise UsageError(f"{name} does not say when it was recorded, or how fast.")
    voltages = []
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            continue
        voltage = _VOLTAGE.match(line)
        if voltage is None:
            raise UsageError(f"{name} has no voltage that can be read in line {number}.")
        voltages.append(float(f"{voltage[1]}.{voltage[2] or 0}"))
    if not voltages:
        raise UsageError(f"{name} holds no voltages.")
    device = _DEVICE.search(head)
    try:
        start = datetime.fromisoformat(f"{when[1]}{when[2]}:{when[3]}")
        samples = np.rint(np.array(voltages) * _MICROVOLTS.get(unit[1] if unit else "", 1.0))
    except ValueError as error:
        raise UsageError(f"{name} has no time that can be read ({when[1]}).") from error
    hertz = float(f"{rate[1]}.{rate[2] or 0}")
    if not hertz or np.abs(samples).max() >= 2**31:
        raise UsageError(f"{name} has a sampling rate of zero, or voltages that no heart has.")
    return Recording("ecg", start, hertz, samples.astype(np.int32), f"Apple {device[1]}" if device else "Apple Watch")
