"""A study platform that is really there, on loopback."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from assistant.errors import AuricleError, PermissionDenied, TaskError
from assistant.importers.importer import Options
from assistant.live.asking import USUAL, Bounds
from assistant.live.configured import StudyPlatform
from assistant.live.pull import asked_of, pull, store
from assistant.testing import FakeIntake

BERLIN = ZoneInfo("Europe/Berlin")
STREAMS = {"hr": "heart_rate", "scale": "weight lb", "walk": "steps"}


def source(server: Any, **more: Any) -> StudyPlatform:
    told = {"kind": "study", "base_url": f"{server.url}/api", "participant": "p07", "person": "ana", "token": "t0ken", "streams": STREAMS}
    return StudyPlatform.model_validate(told | more)


def rows(stream: str, /, *found: Any, **more: Any) -> dict[str, Any]:
    return {"body": {"participant": "p07", "stream": stream, "rows": list(found), "next": None} | more}


def row(value: Any, time: str = "2026-11-20T08:00:00+01:00", **more: Any) -> dict[str, Any]:
    return {"time": time, "value": value} | more


async def pulled(found: StudyPlatform, *kinds: str, since: date | None = None, bounds: Bounds = USUAL) -> FakeIntake:
    asked = asked_of("sleepstudy", found, frozenset(kinds), since)
    brought = await pull(found, asked, bounds=bounds)
    intake = FakeIntake()
    store(brought, asked, intake, Options(BERLIN))
    return intake


async def test_streams_become_measures_page_by_page(server: Any) -> None:
    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        stream = path.rpartition("/")[2]
        if stream == "hr":
            if "cursor" not in query:
                return rows("hr", row(61), unit="bpm", device="Wrist watch", next="a b/c")
            return rows("hr", row(64, "2026-11-20T07:05:00Z"), unit="bpm", device="Wrist watch")
        if stream == "scale":
            return rows("scale", row(154, "2026-11-20"))
        return rows("walk", row(40, end="2026-11-20T08:01:00+01:00"))

    server.answer = answer
    intake = await pulled(source(server), "heart_rate", "body", "activity", since=date(2026, 11, 1))
    assert intake.rows("heart_rate") == [("2026-11-20 07:00:00", "Wrist watch", 60, 61.0), ("2026-11-20 07:05:00", "Wrist watch", 60, 64.0)]
    ((measure, weight),) = intake.given
    assert (measure, weight.day, weight.source) == ("weight", date(2026, 11, 20), "study (127.0.0.1)")
    assert weight.value == pytest.approx(69.85322498)
    assert (intake.batches[-1].end - intake.batches[-1].start).tolist() == [60_000_000]
    assert server.paths[0] == "/api/participants/p07/streams/hr?start=2026-11-01"
    assert server.paths[1] == "/api/participants/p07/streams/hr?start=2026-11-01&cursor=a+b%2Fc"
    assert {headers["authorization"] for _, headers in server.asked} == {"Bearer t0ken"}
    assert intake.counts == {"hr": 2, "scale": 1, "walk": 1}


async def test_only_streams_that_were_allowed_are_asked_for(server: Any) -> None:
    server.answer = lambda path, query: rows("scale", row(154))
    await pulled(source(server), "body", "glucose")
    assert server.paths == ["/api/participants/p07/streams/scale"]
    with pytest.raises(PermissionDenied, match="Nothing is fetched from 'sleepstudy' before 'ana' allows it"):
        await pulled(source(server), "glucose")
    assert len(server.asked) == 1


async def test_rows_that_cannot_be_taken_are_named(server: Any) -> None:
    server.answer = lambda path, query: rows("hr", row("fast"), row(61, "yesterday"), "x", row(500), row(62), row(61, "2026-11"))
    intake = await pulled(source(server), "heart_rate")
    assert [row[3] for row in intake.rows("heart_rate")] == [62.0]
    assert [(reject.place, reject.reason) for reject in intake.rejects] == [
        ("hr", "it is no row"),
        ("hr, page 1, row 1", "its value is no number"),
        ("hr, page 1, row 2", "its time is none"),
        ("hr, page 1, row 5", "its time is none"),
        ("hr, page 1:3", "heart_rate is 500 bpm, or ends before it begins"),
    ]
    server.answer = lambda path, query: rows("scale", row(154), unit="cm")
    assert [reject.reason for reject in (await pulled(source(server), "body")).rejects] == ["'cm' is no unit of weight"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"participant": "p08"}, "gives another participant or another stream than p07 and hr; nothing was stored."),
        ({"stream": "eeg"}, "gives another participant or another stream than p07 and hr; nothing was stored."),
        ({"rows": "none"}, "gives something else than rows of hr; nothing was stored."),
        ({"next": "x"}, "leads from page to page in a circle; nothing was stored."),
        ({"next": "x" * 3000}, "leads from page to page in a circle; nothing was stored."),
        ({"next": 5}, "leads from page to page in a circle; nothing was stored."),
    ],
)
async def test_answers_that_do_not_fit_stop_it(server: Any, more: dict[str, Any], told: str) -> None:
    server.answer = lambda path, query: rows("hr", row(61), **more)
    with pytest.raises(TaskError) as caught:
        await pulled(source(server), "heart_rate")
    assert told in str(caught.value)


async def test_a_page_that_breaks_off_leaves_nothing(server: Any) -> None:
    server.answer = lambda path, query: rows("hr", row(61), next="2") if "cursor" not in query else rows("hr", row(62)) | {"cut": 10}
    with pytest.raises(TaskError, match="broke off before the answer was there"):
        await pulled(source(server), "heart_rate")


async def test_pages_without_end_are_refused(server: Any) -> None:
    server.answer = lambda path, query: rows("hr", next=str(int(query.get("cursor", ["0"])[0]) + 1))
    with pytest.raises(TaskError, match="more than 3 pages of hr"):
        await pulled(source(server), "heart_rate", bounds=Bounds(pages=3))


async def test_a_token_that_is_not_accepted_is_said(server: Any) -> None:
    server.answer = lambda path, query: {"status": 401}
    with pytest.raises(AuricleError, match=r"put a fresh one into sources\.sleepstudy\.token"):
        await pulled(source(server), "heart_rate")
