"""What settings may say of a source."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from assistant.live.configured import LiveSource
from assistant.live.survey import surveyed

FHIR: dict[str, Any] = {"kind": "fhir", "base_url": "https://fhir.example.org/r4", "patient": "12345", "person": "ana"}
STUDY: dict[str, Any] = {"kind": "study", "base_url": "http://localhost:9/api", "participant": "p7", "person": "ana", "streams": {"hr": "heart_rate"}}
SOURCES: TypeAdapter[Any] = TypeAdapter(LiveSource)


@pytest.mark.parametrize("told", [FHIR, STUDY, FHIR | {"token": "abc"}, FHIR | {"since_by": "date"}, STUDY | {"streams": {"s": "weight kg"}}])
def test_sources_that_can_be_asked(told: dict[str, Any]) -> None:
    assert SOURCES.validate_python(told).host in ("fhir.example.org", "localhost")


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (FHIR | {"base_url": "http://fhir.example.org"}, "begins with https"),
        (FHIR | {"base_url": "https://fhir.example.org/?patient=1"}, "leave out the"),
        (FHIR | {"base_url": "https://user:pw@fhir.example.org"}, "no address of a server"),
        (FHIR | {"patient": "1/../2"}, "should match pattern"),
        (FHIR | {"patient": ""}, "should match pattern"),
        (FHIR | {"token": "a\nb"}, "characters that no token has"),
        (FHIR | {"token": "Bearer abc"}, "characters that no token has"),
        (FHIR | {"participant": "p7"}, "Extra inputs"),
        (STUDY | {"streams": {}}, "at least 1 item"),
        (STUDY | {"streams": {"hr": "happiness"}}, "which is no measure"),
        ({"kind": "ftp"}, "does not match any of the expected tags"),
    ],
)
def test_sources_that_cannot(told: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        SOURCES.validate_python(told)


def test_a_token_is_never_shown() -> None:
    found = SOURCES.validate_python(FHIR | {"token": "s3cret"})
    assert "s3cret" not in f"{found!r} {found} {found.model_dump()}"


def test_what_a_source_is_and_what_goes_there_is_said() -> None:
    found = surveyed({"clinic": SOURCES.validate_python(FHIR | {"token": "s3cret"}), "study": SOURCES.validate_python(STUDY)})
    only = "only by `auricle data pull`, and only for what they allowed."
    assert [(each.name, each.sentence, each.going) for each in found] == [
        (
            "source clinic",
            f"A FHIR server at fhir.example.org, asked about patient 12345 for 'ana', with a token; {only}",
            "the id 12345 and which kinds of data are wanted to fhir.example.org (data pull clinic)",
        ),
        ("source study", f"A study platform at localhost, on this machine, asked about participant p7 for 'ana', without a token; {only}", None),
    ]
