"""Families: small menus are one prompt, large ones several, and the question finds its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assistant.errors import ModelMissing
from assistant.planning.constrained import ModelPlanner, prefixes
from assistant.planning.families import LARGEST, Families, families
from assistant.planning.head import Floats
from assistant.planning.router import Heard
from assistant.planning.slots import slots_of
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.spec import TaskSpec
from assistant.testing import FakeModel
from assistant.types import Alternative, Turn

Ask = Callable[..., Turn]


def many(spec: TaskSpec, family: str, words: Sequence[str]) -> list[TaskSpec]:
    return [replace(spec, name=f"{family}_{n:02}", chat_name=word, description=f"About {word}.", family=family) for n, word in enumerate(words)]


def menu_of(made_up: dict[str, TaskSpec], each: int = 8) -> tuple[TaskSpec, ...]:
    spec = made_up["count_days"]
    food, plants = [f"bread{n}" for n in range(each)], [f"roses{n}" for n in range(each)]
    return (*many(spec, "food", food), *many(spec, "garden", plants))


def letters(text: str) -> Floats:
    """A made-up embedding: which letters a text has."""
    counted = np.array([text.lower().count(chr(97 + n)) for n in range(26)], dtype=np.float64) + 0.01
    return np.asarray(counted / np.linalg.norm(counted), dtype=np.float64)


def hearing(**p: float) -> Any:
    async def hear(turn: Turn, tasks: Sequence[TaskSpec]) -> Heard:
        return Heard(tuple(Alternative(name, share) for name, share in p.items()), 0.8, slots_of(turn))

    return hear


def test_a_small_menu_is_one_family_without_the_pictures() -> None:
    (one,) = families([spec for spec in builtin_tasks() if spec.family != "records"])
    assert len(one.tasks) <= LARGEST
    assert "read_picture" not in {spec.name for spec in one.tasks}


def test_the_shipped_tasks_name_their_families() -> None:
    by_family: dict[str, set[str]] = {}
    for spec in builtin_tasks():
        by_family.setdefault(spec.family, set()).add(spec.name)
    assert by_family["records"] >= {"sleep", "activity", "heart_rate"}
    assert by_family["knowledge"] >= {"knowledge", "search", "extract_text"}
    assert by_family["everyday"] >= {"clock", "note", "explain"}
    assert by_family["pictures"] == {"read_picture"}


def test_a_large_family_is_cut_into_equal_pieces_always_the_same(made_up: dict[str, TaskSpec]) -> None:
    tasks = menu_of(made_up, 25)
    found = families(tasks)
    assert [(family.name, len(family.tasks)) for family in found] == [
        ("food-1", 9), ("food-2", 9), ("food-3", 7), ("garden-1", 9), ("garden-2", 9), ("garden-3", 7),
    ]  # fmt: skip
    assert found == families(tuple(reversed(tasks)))
    assert {spec.name for family in found for spec in family.tasks} == {spec.name for spec in tasks}


def test_every_family_has_a_prefix_that_does_not_change(made_up: dict[str, TaskSpec]) -> None:
    tasks = menu_of(made_up)
    found = prefixes(tasks)
    assert [name for name, _, _ in found] == ["food", "garden"]
    assert json.dumps(found) == json.dumps(prefixes(tuple(reversed(tasks))))
    assert "garden_00" not in json.dumps(found[0])
    assert found[0][2]["properties"]["task"]["enum"][:2] == ["food_00", "food_01"]


async def test_the_routers_reading_chooses(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    tasks = menu_of(made_up)
    (best,) = await Families(hearing(garden_03=0.9, out_of_scope=0.1), letters).ranked(ask("x"), tasks)
    assert best.name == "garden"
    close = await Families(hearing(garden_03=0.55, food_01=0.45), letters).ranked(ask("x"), tasks)
    assert [family.name for family in close] == ["garden", "food"]


async def test_what_the_router_does_not_know_is_found_by_its_description(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    tasks = menu_of(made_up)
    (best,) = await Families(hearing(out_of_scope=1.0), letters).ranked(ask("roses"), tasks)
    assert best.name == "garden"

    def missing(text: str) -> Floats:
        raise ModelMissing("no embeddings")

    (worded,) = await Families(None, missing).ranked(ask("Something about bread3?"), tasks)
    assert worded.name == "food"


async def test_the_second_family_is_asked_when_the_first_has_nothing(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    tasks = menu_of(made_up)
    model = FakeModel(json.dumps({"task": "out_of_scope"}), json.dumps({"task": "food_02"}))
    planner = ModelPlanner(model, Families(hearing(garden_03=0.5, food_01=0.4, out_of_scope=0.1), letters))
    assert await planner.choose(ask("x"), tasks) == "food_02"
    assert "garden_00" in model.asked[0][0]["content"]
    assert "garden_00" not in model.asked[1][0]["content"]
