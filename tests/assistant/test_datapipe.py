"""The data pipe: values by key, with their origin, and never across people."""

from __future__ import annotations

import pytest

from assistant.datapipe import MemoryPipe
from assistant.types import Json, Provenance

NIGHTS = Provenance("sleep", {"period": "2026-11-23/2026-11-29"}, "Demo watch")


async def test_a_value_comes_back_with_its_origin() -> None:
    pipe = MemoryPipe()
    key = await pipe.put("ana", {"nights": [1, 2.5, None]}, NIGHTS)
    assert await pipe.get("ana", key) == {"nights": [1, 2.5, None]}
    assert await pipe.provenance("ana", key) == NIGHTS


async def test_another_persons_key_is_not_found_in_the_same_words() -> None:
    pipe = MemoryPipe()
    key = await pipe.put("ana", 1, NIGHTS)
    await pipe.put("ben", 2, NIGHTS)
    with pytest.raises(KeyError) as foreign:
        await pipe.get("ben", key)
    with pytest.raises(KeyError) as unknown:
        await pipe.get("eve", key)
    assert str(foreign.value) == str(unknown.value)
    with pytest.raises(KeyError):
        await pipe.provenance("ben", key)


async def test_the_same_value_for_two_people_has_two_keys() -> None:
    pipe = MemoryPipe()
    assert await pipe.put("ana", 1, NIGHTS) != await pipe.put("ben", 1, NIGHTS)


async def test_what_was_put_in_cannot_be_changed_from_outside() -> None:
    pipe = MemoryPipe()
    value: list[Json] = [1]
    key = await pipe.put("ana", value, NIGHTS)
    value.append(2)
    back = await pipe.get("ana", key)
    assert back == [1]
    assert isinstance(back, list)
    back.append(3)
    assert await pipe.get("ana", key) == [1]


async def test_oldest_go_first_and_only_of_that_person() -> None:
    pipe = MemoryPipe(limit=2)
    kept = await pipe.put("ben", "x", NIGHTS)
    keys = [await pipe.put("ana", n, NIGHTS) for n in range(3)]
    with pytest.raises(KeyError):
        await pipe.get("ana", keys[0])
    assert await pipe.get("ana", keys[2]) == 2
    assert await pipe.get("ben", kept) == "x"


async def test_forgetting_a_person_leaves_the_others() -> None:
    pipe = MemoryPipe()
    ana, ben = await pipe.put("ana", 1, NIGHTS), await pipe.put("ben", 2, NIGHTS)
    pipe.forget("ana")
    with pytest.raises(KeyError):
        await pipe.get("ana", ana)
    assert await pipe.get("ben", ben) == 2
