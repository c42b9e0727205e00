"""Moments are read thousands at a time; each must be what Python's own parser says it is."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

from assistant.importers.apple_times import BETWEEN, moments, spans


def written(moment: datetime) -> bytes:
    return moment.strftime("%Y-%m-%d %H:%M:%S %z").encode()


def micros(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def test_moments_are_those_of_the_standard_library() -> None:
    drawn = random.Random(1)
    wanted = []
    for _ in range(5000):
        zone = timezone(timedelta(minutes=drawn.choice([0, 60, -300, 330, 840, -570, 345])))
        wanted.append(datetime(1900, 1, 2, tzinfo=zone) + timedelta(seconds=drawn.randrange(200 * 365 * 86_400)))
    wanted += [
        datetime(year, month, day, 23, 59, 59, tzinfo=UTC) for year in (1900, 2000, 2024, 2026, 2099) for month, day in ((2, 28), (3, 1), (12, 31))
    ]
    wanted += [datetime(2000, 2, 29, tzinfo=UTC), datetime(2024, 2, 29, tzinfo=UTC)]
    got = moments([written(each) for each in wanted])
    assert got.valid.all()
    assert got.utc.tolist() == [micros(each) for each in wanted]
    assert got.offset.tolist() == [round(offset.total_seconds() / 60) for each in wanted if (offset := each.utcoffset()) is not None]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"2026-11-19",
        b"2026-02-29 08:00:00 +0200",
        b"1900-02-29 08:00:00 +0200",
        b"2026-04-31 08:00:00 +0200",
        b"2026-00-10 08:00:00 +0200",
        b"2026-13-10 08:00:00 +0200",
        b"2026-11-00 08:00:00 +0200",
        b"2026-11-19 24:00:00 +0200",
        b"2026-11-19 08:60:00 +0200",
        b"2026-11-19 08:00:60 +0200",
        b"2026-11-19 08:00:00 +1500",
        b"2026-11-19 08:00:00 +0260",
        b"2026-11-19 08:00:00 *0200",
        b"2026-11-19T08:00:00 +0200",
        b"2026-11-19 08:00:00 +02:00",
        b"2026-11-19 08:00:00 +020",
        b"1226-11-19 08:00:00 +0200",
        "２026-11-19 08:00:00 020".encode(),
    ],
)
def test_what_is_no_moment_is_none_and_disturbs_no_other(text: bytes) -> None:
    good = b"2026-11-19 08:00:00 +0200"
    got = moments([good, text, good])
    assert got.valid.tolist() == [True, False, True]
    assert got.utc.tolist() == [1795068000000000, 0, 1795068000000000]
    start, end = spans([good + BETWEEN + good, text + BETWEEN + good, good + BETWEEN + text, good + BETWEEN + good])
    assert start.valid.tolist() == [True, False, True, True]
    assert end.valid.tolist() == [True, True, False, True]
    assert end.utc.tolist()[0] == end.utc.tolist()[3] == 1795068000000000


def test_beginnings_and_ends() -> None:
    texts = [b"2026-11-19 08:00:00 +0200" + BETWEEN + end for end in (b"2026-11-19 08:00:00 +0200", b"2026-11-19 09:00:00 +0100")]
    start, end = spans(texts)
    assert ((end.utc - start.utc) // 60_000_000).tolist() == [0, 120]
    assert end.offset.tolist() == [120, 60]
    assert [column.tolist() for column in spans([])[0]] == [[], [], []]
