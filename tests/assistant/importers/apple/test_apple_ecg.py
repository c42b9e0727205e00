"""Electrocardiograms of a watch: CSV in the phone's language, with its comma in numbers."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.importers.apple import apple
from assistant.importers.apple_ecg import is_ecg, read_ecg
from assistant.importers.importer import Reject
from assistant.testing import FakeIntake

ENGLISH = """Name,Max Mustermann
Date of Birth,"4 May 1980"
Recorded Date,2026-11-19 07:12:13 +0100
Classification,Sinus Rhythm
Symptoms,
Software Version,1.90
Device,"Watch5,3"
Sample Rate,512 hertz


Lead,Lead I
Unit,µV

"""
GERMAN = """Name
Geburtsdatum,"04.05.1980"
Aufzeichnungsdatum,2026-11-19 07:12:13 +0100
Klassifizierung,Sinusrhythmus
Symptome,
Softwareversion,"1,90"
Gerät,"Watch5,3"
Abtastrate,"511,422\u00a0Hertz"


Ableitung,Ableitung I
Einheit,mV

"""


def read(text: str) -> Any:
    return read_ecg(io.BytesIO(text.encode()), "ecg.csv")


def test_an_english_file() -> None:
    recording = read(f"{ENGLISH}150.141\n-15.244\n0\n-3.5\n")
    assert (recording.kind, recording.rate, recording.source) == ("ecg", 512.0, "Apple Watch5,3")
    assert recording.start.isoformat() == "2026-11-19T07:12:13+01:00"
    assert recording.samples.tolist() == [150, -15, 0, -4]
    assert recording.samples.dtype == np.int32


def test_a_german_file_with_commas_in_numbers_and_millivolts() -> None:
    """openScale#589: "93,5" is not 935."""
    for ends in ("\n", "\r\n"):
        recording = read((GERMAN + '0,150141\n-0,015\n"0,2"\n').replace("\n", ends))
        assert recording.samples.tolist() == [150, -15, 200]
        assert recording.rate == pytest.approx(511.422)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ENGLISH}1.234,5\n2\n", "has no voltage that can be read in line 14"),
        (f"{ENGLISH}1\nx\n", "has no voltage that can be read in line 15"),
        (ENGLISH, "holds no voltages"),
        (f"{ENGLISH.replace('2026-11-19 07', '2026-13-19 07')}1\n", "has no time that can be read"),
        (f"{ENGLISH.replace('512 hertz', '0 hertz')}1\n", "has a sampling rate of zero"),
        (f"{ENGLISH}99999999999\n", "voltages that no heart has"),
        ("a,b\n1\n2\n", "does not say when it was recorded"),
        (f"{ENGLISH}{'1' * (17 << 20)}", "too large"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read(text)


def test_they_are_found_in_an_export_and_a_broken_one_is_rejected(imported: Callable[..., FakeIntake], files: Any) -> None:
    folder = "apple_health_export/electrocardiograms"
    intake = imported(
        apple,
        {
            "apple_health_export/export.xml": files.export(files.record("HeartRate", "62")),
            f"{folder}/ecg_1.csv": f"{ENGLISH}1\n2\n",
            f"{folder}/ecg_2.csv": f"{GERMAN}0,1\nbroken\n",
            f"{folder}/notes.csv": "a,b\n1,2\n",
        },
    )
    assert [(recording.kind, recording.samples.tolist()) for recording in intake.recorded] == [("ecg", [1, 2])]
    assert intake.counts["electrocardiogram"] == 2
    name = f"{folder}/ecg_2.csv"
    assert intake.rejects == [Reject(name, f"{name} has no voltage that can be read in line 15.")]
    assert "Files that were not read: 1 .csv." in intake.notes
    assert not is_ecg(b"a,b\n1,2\n")
