"""What every data pipe promises: values by key with their origin, for a time, within limits, and never across people."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.datapipe import LARGEST, Limits
from assistant.errors import UsageError
from assistant.execution import Executor
from assistant.facts import Fact
from assistant.protocols import DataPipe
from assistant.tasks.spec import Context, task
from assistant.testing import NOON, FakeRecords
from assistant.types import Json, Person, Plan, Provenance, Step, Turn

NIGHTS = Provenance("sleep", {"period": "2026-11-23/2026-11-29"}, "Demo watch")
PAGE = Provenance("read_page", {"url": "https://example.org"}, "Example", trusted=False)

# Texts with half characters, noughts and every script; numbers that are some.
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()), inner, max_size=4),
    max_leaves=12,
)
hostile = settings(derandomize=True, max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


async def refusal(call: Callable[[], Awaitable[Any]]) -> str:
    with pytest.raises(KeyError) as refused:
        await call()
    return str(refused.value)


async def test_a_value_comes_back_with_its_origin(house: Any, pipe: DataPipe) -> None:
    key = await pipe.put("ana", {"nights": [1, 2.5, None]}, PAGE, description="three nights", ttl=60)
    assert await pipe.get("ana", key) == {"nights": [1, 2.5, None]}
    entry = await pipe.entry("ana", key)
    assert (entry.key, entry.kind, entry.description, entry.provenance) == (key, "json", "three nights", PAGE)
    assert entry.size == len('{"nights": [1, 2.5, null]}')
    assert (entry.made, entry.until) == (house.clock.now, house.clock.now + timedelta(seconds=60))
    assert key.startswith("read_page:")


@hostile
@given(value=VALUES)
async def test_every_json_value_comes_back_as_it_was(pipe: DataPipe, value: Json) -> None:
    back = await pipe.get("ana", await pipe.put("ana", value, NIGHTS))
    assert back == value
    assert repr(back) == repr(value)  # True is not 1, nor 1 the same as 1.0


@hostile
@given(value=st.binary(max_size=300), words=st.text(st.characters()))
async def test_bytes_and_their_description_come_back_as_they_were(pipe: DataPipe, value: bytes, words: str) -> None:
    key = await pipe.put("ana", value, NIGHTS, description=words)
    assert await pipe.get("ana", key) == value
    entry = await pipe.entry("ana", key)
    assert (entry.kind, entry.size, entry.description) == ("bytes", len(value), words)


async def test_a_picture_of_the_largest_size_is_kept_and_a_byte_more_is_not(pipe: DataPipe) -> None:
    picture = b"\x00\xff" * (LARGEST // 2)
    assert await pipe.get("ana", await pipe.put("ana", picture, NIGHTS)) == picture
    for large in (picture + b"\x00", "ä" * (LARGEST // 2), 50_000_000 * b"x"):
        with pytest.raises(UsageError, match=r"^The value has [\d,]+ bytes; the data pipe keeps up to 8,388,608: give a part of it or a summary\.$"):
            await pipe.put("ana", large, NIGHTS)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
async def test_a_number_that_is_none_is_not_kept(pipe: DataPipe, number: float) -> None:
    for value, origin in (
        (number, NIGHTS),
        ({"a": [1, {"b": number}]}, NIGHTS),
        (1, Provenance("sleep", {"hours": number}, "")),
    ):
        with pytest.raises(UsageError, match=r"^The value holds what JSON cannot say: a number that is none"):
            await pipe.put("ana", value, origin)
    assert await pipe.entries("ana") == ()


async def test_what_json_cannot_say_is_one_sentence(pipe: DataPipe) -> None:
    itself: list[Any] = []
    itself.append(itself)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (itself, deep, {1, 2}, 10**5000, {"a": 1, 2: 3}):
        with pytest.raises(UsageError, match="JSON cannot say"):
            await pipe.put("ana", value, NIGHTS)  # type: ignore[arg-type]  # what a plug-in without types would give


@pytest.mark.parametrize("ttl", [0, -1, math.nan, math.inf, 1e12])
async def test_a_time_that_is_none_is_refused(pipe: DataPipe, ttl: float) -> None:
    with pytest.raises(UsageError, match="give a time above zero and below a hundred years"):
        await pipe.put("ana", 1, NIGHTS, ttl=ttl)


async def test_the_same_value_of_the_same_origin_has_one_key_for_its_person_and_another_for_others(pipe: DataPipe) -> None:
    key = await pipe.put("ana", {"a": 1, "b": 2}, NIGHTS)
    assert await pipe.put("ana", {"b": 2, "a": 1}, NIGHTS) == key
    others = [
        await pipe.put("ben", {"a": 1, "b": 2}, NIGHTS),
        await pipe.put("ana", {"a": 1, "b": 3}, NIGHTS),
        await pipe.put("ana", {"a": 1, "b": 2}, Provenance("sleep", {}, "Demo watch")),
        await pipe.put("ana", {"a": 1, "b": 2}, Provenance("sleep", NIGHTS.args, "Demo watch", trusted=False)),
        await pipe.put("ana", b'{"a": 1, "b": 2}', NIGHTS),
    ]
    assert len({key, *others}) == 6


async def test_another_persons_key_is_not_found_in_the_same_words(pipe: DataPipe) -> None:
    key = await pipe.put("ana", "secret", NIGHTS)
    await pipe.put("ben", 2, NIGHTS)
    for read in (pipe.get, pipe.entry):
        assert await refusal(lambda read=read: read("ben", key)) == await refusal(lambda read=read: read("eve", key)) == repr(key)  # type: ignore[misc]  # no type can be told of a lambda with a default
    await pipe.erase("ana")
    for person in ("ana", "ben"):
        assert await refusal(lambda person=person: pipe.get(person, key)) == repr(key)  # type: ignore[misc]  # no type can be told of a lambda with a default


@hostile
@given(key=st.text(st.characters()))
async def test_a_forged_key_is_not_found_whatever_it_is(pipe: DataPipe, key: str) -> None:
    await pipe.put("ana", "secret", NIGHTS)
    assert await refusal(lambda: pipe.get("ana", key)) == repr(key)
    assert await refusal(lambda: pipe.entry(key, key)) == repr(key)


async def test_what_was_put_in_cannot_be_changed_from_outside(pipe: DataPipe) -> None:
    value: list[Json] = [1]
    key = await pipe.put("ana", value, NIGHTS)
    value.append(2)
    back = await pipe.get("ana", key)
    assert back == [1]
    assert isinstance(back, list)
    back.append(3)
    assert await pipe.get("ana", key) == [1]


async def test_a_value_is_gone_after_its_time(house: Any, pipe: DataPipe) -> None:
    short, long, ever = [await pipe.put("ana", n, NIGHTS, ttl=ttl) for n, ttl in enumerate((60, 120, None))]
    house.clock.passes(59.9)
    assert await pipe.get("ana", short) == 0
    house.clock.passes(0.1)
    assert await refusal(lambda: pipe.get("ana", short)) == repr(short)
    assert await refusal(lambda: pipe.entry("ana", short)) == repr(short)
    assert [entry.key for entry in await pipe.entries("ana")] == [long, ever]
    house.clock.passes(1e9)
    assert [entry.key for entry in await pipe.entries("ana")] == [ever]


async def test_put_again_a_value_lives_on_from_then(house: Any, pipe: DataPipe) -> None:
    key = await pipe.put("ana", 1, NIGHTS, ttl=60, description="old")
    house.clock.passes(50)
    assert await pipe.put("ana", 1, NIGHTS, ttl=60, description="new") == key
    house.clock.passes(50)
    assert await pipe.get("ana", key) == 1
    (entry,) = await pipe.entries("ana")
    assert entry.description == "new"
    assert await pipe.put("ana", 1, NIGHTS) == key
    house.clock.passes(1e6)
    assert await pipe.get("ana", key) == 1


async def test_oldest_go_first_and_only_of_that_person(house: Any) -> None:
    pipe = await house.pipe(Limits(values=3))
    kept = await pipe.put("ben", "x", NIGHTS)
    keys = [await pipe.put("ana", n, NIGHTS) for n in range(3)]
    await pipe.put("ana", 0, NIGHTS)  # the oldest is the newest again
    keys.append(await pipe.put("ana", 3, NIGHTS))
    assert [entry.key for entry in await pipe.entries("ana")] == [keys[2], keys[0], keys[3]]
    assert await refusal(lambda: pipe.get("ana", keys[1])) == repr(keys[1])
    assert await pipe.get("ben", kept) == "x"


async def test_many_large_values_are_not_all_kept(house: Any) -> None:
    pipe = await house.pipe(Limits(bytes=LARGEST + 1000))
    half = LARGEST // 2
    keys = [await pipe.put("ana", bytes([n]) * half, NIGHTS) for n in range(4)]
    assert [entry.key for entry in await pipe.entries("ana")] == keys[2:]
    await pipe.put("ana", b"\x09" * LARGEST, NIGHTS)
    assert [entry.size for entry in await pipe.entries("ana")] == [LARGEST]


def test_limits_that_keep_nothing_are_refused() -> None:
    for wrong in ({"values": 0}, {"bytes": LARGEST - 1}):
        with pytest.raises(UsageError, match="raise its limits"):
            Limits(**wrong)


async def test_entries_and_values_are_the_whole_export_and_erasing_leaves_nothing(pipe: DataPipe) -> None:
    given_: Mapping[str, Json | bytes] = {await pipe.put("ana", value, NIGHTS): value for value in ([1], "zwei", b"\x03")}
    theirs = await pipe.put("ben", 4, NIGHTS)
    assert {entry.key: await pipe.get("ana", entry.key) for entry in await pipe.entries("ana")} == given_
    await pipe.erase("ana")
    await pipe.erase("nobody")
    assert await pipe.entries("ana") == ()
    for key in given_:
        assert await refusal(lambda key=key: pipe.get("ana", key)) == repr(key)  # type: ignore[misc]  # no type can be told of a lambda with a default
    assert await pipe.get("ben", theirs) == 4
    assert await pipe.get("ana", await pipe.put("ana", [1], NIGHTS)) == [1]


@settings(hostile, max_examples=10)
@given(turns=st.lists(st.tuples(st.sampled_from(["ana", "ben"]), st.integers(0, 3)), max_size=25))
async def test_two_people_in_parallel_never_see_each_others_values(pipe: DataPipe, turns: list[tuple[str, int]]) -> None:
    await pipe.erase("ana")
    await pipe.erase("ben")
    mine: dict[str, dict[str, Json]] = {"ana": {}, "ben": {}}

    async def turn(person: str, number: int) -> None:
        value = f"{person} {number}"
        key = await pipe.put(person, value, NIGHTS)
        mine[person][key] = value
        assert await pipe.get(person, key) == value
        other = "ben" if person == "ana" else "ana"
        assert await refusal(lambda: pipe.get(other, key)) == repr(key)

    async with anyio.create_task_group() as group:
        for person, number in turns:
            group.start_soon(turn, person, number)
    for person, values in mine.items():
        assert {entry.key: await pipe.get(person, entry.key) for entry in await pipe.entries(person)} == values


async def test_many_writers_at_once_lose_nothing_and_keep_the_limit(house: Any) -> None:
    pipe = await house.pipe(Limits(values=20))

    async def write(number: int) -> None:
        await pipe.put("ana", number, NIGHTS)
        await pipe.put("ana", "the same", NIGHTS)

    async with anyio.create_task_group() as group:
        for number in range(30):
            group.start_soon(write, number)
    values = [await pipe.get("ana", entry.key) for entry in await pipe.entries("ana")]
    assert len(values) == 20
    assert values.count("the same") == 1
    assert len(set(map(str, values))) == 20


@task(chat_name="Reader", outputs={"url": {"type": "string"}})
async def reader(context: Context, url: str) -> tuple[Fact, ...]:
    """Reads a page."""
    return ()


@pytest.mark.parametrize("key", ["sleep:0000000000000000", "sleep:\ud800", "../../etc/passwd", "' OR 1=1 --", "the other's"])
async def test_a_plan_with_anothers_key_or_a_forged_one_fails_in_the_same_words(pipe: DataPipe, key: str) -> None:
    theirs = await pipe.put("ben", {"url": "https://ben.example"}, NIGHTS)
    key = theirs if key == "the other's" else key
    executor = Executor({"reader": reader}, FakeRecords(), pipe)
    turn = Turn("t1", 0, Person("ana", "Ana", "Europe/Berlin"), "read it", "en", NOON)
    plan = Plan("test", "answer", (Step("s1", "reader", {"url": {"key": key, "take": "url"}}),), "because")
    (result,) = await executor.run(turn, plan)
    assert (result.outcome, result.error) == ("failed", f"There is nothing under the key {key!r}.")
