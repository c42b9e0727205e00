"""`auricle eval overhead`: what a turn costs beside the models. Everything is real but the models: the guard, the planner's head, the executor, the
sealed data pipe, the demo person's records, the catalogues. A fake stands for hearing, embedding, voice and language model, and takes no time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from assistant.evals.figures import Figure, Report
from assistant.pipeline import Assistant
from assistant.planning.head import Floats
from assistant.question import Question
from assistant.settings import Settings

__all__ = ["TURNS", "measure", "open_bare", "still"]

TURNS = 100
ASKED = (
    ("How did I sleep last week compared with the week before?", "en"),
    ("¿Cuántos pasos di ayer?", "es"),
    ("Wie war mein Ruhepuls im letzten Monat?", "de"),
    ("Did my pulse go up over the past 30 days?", "en"),
    ("And the week before?", "en"),
)


@asynccontextmanager
async def open_bare(folder: Path) -> AsyncIterator[Assistant]:
    """An assistant in which only the models are fakes, with the demo person's records in `folder`."""
    from assistant.assets import asset
    from assistant.compose import load_demo_person
    from assistant.datapipe import open_pipe
    from assistant.execution import Executor
    from assistant.orchestrator import Orchestrator
    from assistant.planning.router import Router
    from assistant.reply.grounded import GroundedReply
    from assistant.safety.guard import RuleGuard
    from assistant.tasks.registry import builtin_tasks
    from assistant.testing import FakeEar, FakeMouth, fake_voice
    from emotion.fuse import FusedEmotion
    from i18n.catalog import Catalogue
    from i18n.detect import LanguageDetector

    settings = Settings.read(data=folder)
    people, tasks = load_demo_person(settings), builtin_tasks()
    router = Router(embedding=still)
    async with open_pipe(settings, people.vault) as pipe:
        executor = Executor({spec.name: spec for spec in tasks}, people, pipe)
        yield Assistant(
            people=people,
            detector=LanguageDetector(settings.languages, asset("languages.toml")),
            ear=FakeEar(),
            heart=FusedEmotion(),
            guard=RuleGuard(),
            orchestrator=Orchestrator({"router": router}, tasks, executor, default="router"),
            responder=GroundedReply(Catalogue(), emergency_number="112"),
            mouth=FakeMouth(),
            voices=fake_voice,
            languages=settings.languages,
            pipe=pipe,
        )


def still(text: str) -> Floats:
    """An embedding that says nothing, at once: the words then decide."""
    return np.full(384, 384**-0.5)


async def measure(turns: int = TURNS) -> Report:
    """Seconds a turn, and of it what the stages took; one turn of each kind is run before the clock starts."""
    with TemporaryDirectory() as folder:
        async with open_bare(Path(folder)) as assistant:
            history = ((await assistant.answer(_question(0))).exchange,)
            for number in range(len(ASKED)):
                await assistant.answer(replace(_question(number), history=history))
            walls, stages = [], dict[str, float]()
            cpu = process_time()
            for number in range(turns):
                start = perf_counter()
                answer = await assistant.answer(replace(_question(number), history=history))
                walls.append(perf_counter() - start)
                for stage, seconds in answer.trace.timings.items():
                    stages[stage] = stages.get(stage, 0.0) + seconds
            cpu = process_time() - cpu
    figures = [
        Figure("CPU a turn beside the models", 1000 * cpu / turns, turns, unit="CPU-ms"),
        Figure("time a turn beside the models, median", 1000 * median(walls), turns, unit="ms"),
        Figure("time a turn beside the models, 95 % under", 1000 * float(np.quantile(walls, 0.95)), turns, unit="ms"),
        *(Figure(f"{stage}, mean", 1000 * seconds / turns, turns, unit="ms") for stage, seconds in stages.items()),
    ]
    return Report("overhead", tuple(figures), untested="the models themselves, and turns with sound or pictures")


def _question(number: int) -> Question:
    text, language = ASKED[number % len(ASKED)]
    return Question("demo", text, language=language)
