"""From settings to a working assistant: which implementation sits behind each seam."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from anyio import to_thread

from assistant.assets import asset
from assistant.datapipe import open_pipe
from assistant.errors import UsageError
from assistant.execution import Executor
from assistant.models.roles import EMBEDDED, chain
from assistant.models.slots import Prefix
from assistant.models.source import ModelSource
from assistant.models.store import ModelStore
from assistant.orchestrator import Orchestrator
from assistant.pipeline import Assistant, Observer, Voices
from assistant.protocols import Model, Planner, Records, ResponseGenerator, Transcriber, Web
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks, tasks_for
from assistant.tasks.spec import TaskSpec
from audio.clip import AudioClip
from audio.speech import Voice
from audio.utterance import Utterance
from audio.voices import choose_voice

if TYPE_CHECKING:
    from assistant.records.store import RecordStore
    from audio.speak import Speaker

__all__ = ["LazyEar", "load_demo_person", "open_assistant", "open_ear", "open_planners", "open_voices", "prefixes"]

WHISPER, DEMO = "whisper-base", "demo"


@asynccontextmanager
async def open_assistant(settings: Settings) -> AsyncIterator[Assistant]:
    """Everything that a turn needs. Large models are loaded on first use and freed at the end; what is missing says so then."""
    from assistant.planning.router import Router
    from assistant.planning.strategies import planners
    from assistant.records.diary import SealedDiary
    from assistant.records.store import open_records
    from assistant.reply.grounded import GroundedReply
    from assistant.safety.guard import RuleGuard
    from assistant.safety.numbers import numbers_for
    from assistant.services.open import open_services
    from emotion.fuse import FusedEmotion
    from i18n.catalog import Catalogue
    from i18n.detect import LanguageDetector

    records = load_demo_person(settings) if settings.person == DEMO else open_records(settings)
    ours = tasks_for(settings)
    numbers = numbers_for(settings.country)
    async with AsyncExitStack() as stack:
        tasks = (*ours, *await stack.enter_async_context(open_services(settings, {spec.name for spec in ours})))
        pipe = await stack.enter_async_context(open_pipe(settings, records.vault))
        models = ModelSource(settings, stack, lambda: prefixes(settings, tasks))
        drafts = GroundedReply(Catalogue(), emergency_number=numbers.emergency, crisis_number=numbers.crisis)
        mouth, voices = await stack.enter_async_context(open_voices(settings))
        yield Assistant(
            people=records,
            detector=LanguageDetector(settings.languages, asset("languages.toml")),
            ear=LazyEar(lambda: open_ear(settings)),
            heart=FusedEmotion(),
            guard=RuleGuard(),
            orchestrator=Orchestrator(
                planners(Router(settings.cache / "router"), models.role("planner"), large=reasons(settings)),
                tasks,
                Executor(
                    {spec.name: spec for spec in tasks},
                    records,
                    pipe,
                    web=_web(settings),
                    diary=SealedDiary(settings.data, records.vault),
                    allow=frozenset(settings.allow),
                ),
                default=settings.planner,
            ),
            responder=_responder(settings, drafts, models.role("responder"), tasks),
            mouth=mouth,
            voices=voices,
            languages=settings.languages,
            pipe=pipe,
            observers=await _observers(settings, stack),
            now=settings.now,
        )


def reasons(settings: Settings) -> bool:
    """Whether plans come from an endpoint that may think in its own words, rather than from the embedded model."""
    return chain(settings, "planner")[:1] != (EMBEDDED,)


def _responder(settings: Settings, drafts: ResponseGenerator, model: Model | None, tasks: Sequence[TaskSpec]) -> ResponseGenerator:
    """Who words the answers. The embedded model may reword single sentences; only a large one may write answers, and each is verified."""
    if settings.reply == "llm":
        if model is None or chain(settings, "responder")[:1] == (EMBEDDED,):
            raise UsageError("The setting reply = llm needs a large language model; name one in llm_base_url or [roles.responder], or use grounded.")
        from assistant.reply.free import FreeReply

        return FreeReply(drafts, model, tasks, prefix=settings.reply_prefix)
    if settings.rephrase and model is not None:
        from assistant.reply.rephrase import Rephraser

        return Rephraser(drafts, model)
    return drafts


def _web(settings: Settings) -> Web | None:
    if not settings.hosts:
        return None
    from assistant.web.guarded import GuardedWeb

    return GuardedWeb(settings.hosts)


async def _observers(settings: Settings, stack: AsyncExitStack) -> tuple[Observer, ...]:
    """Who looks on: the trace of people who consented, telemetry where an endpoint is set."""
    found: list[Observer] = []
    if settings.traces:
        from assistant.models.prices import prices
        from assistant.tracelog import TraceLog

        found.append(TraceLog(settings.data / "traces", settings.traces, prices(settings)))
    if settings.otel is not None:
        from assistant.telemetry import Telemetry

        found.append(await stack.enter_async_context(Telemetry(settings.otel)))
    return tuple(found)


@asynccontextmanager
async def open_planners(settings: Settings, menu: int | None = None) -> AsyncIterator[tuple[dict[str, Planner], tuple[TaskSpec, ...], Records]]:
    """Every planner by name, the tasks, and the demo person's records: for evaluations. menu: fill the tasks up with made-up ones to so many."""
    from assistant.planning.constrained import ModelPlanner
    from assistant.planning.router import Router
    from assistant.planning.strategies import planners

    tasks = tasks_for(settings)
    if menu is not None:
        from assistant.evals.distractors import filled

        tasks = filled(tasks, menu)
    router = Router(settings.cache / "router")
    async with AsyncExitStack() as stack:
        model = ModelSource(settings, stack, lambda: prefixes(settings, tasks)).role("planner")
        known = planners(router, model, large=reasons(settings))
        if model is not None:
            known["model"] = ModelPlanner(model)
        yield known, tasks, load_demo_person(settings)


def prefixes(settings: Settings, tasks: Sequence[TaskSpec] | None = None) -> tuple[Prefix, ...]:
    """What the roles say to the embedded model before every question: read once by `auricle models prepare`, or when it is first asked."""
    from assistant.planning import strategies

    menu = builtin_tasks() if tasks is None else tasks
    names = tuple(dict.fromkeys(("auto", settings.planner)))
    found = [Prefix(*prefix) for prefix in strategies.prefixes(menu, names)] if EMBEDDED in chain(settings, "planner") else []
    if settings.rephrase and EMBEDDED in chain(settings, "responder"):
        found.append(Prefix("responder", [{"role": "system", "content": asset("prompts", "rephrase.txt").read_text(encoding="utf-8")}]))
    return tuple(found)


class LazyEar:
    """A transcriber that is made, in a thread, when somebody first speaks; typed questions never load it."""

    name = "whisper (not loaded)"

    def __init__(self, make: Callable[[], Transcriber]) -> None:
        self._make = make
        self._ear: Transcriber | None = None
        self._making = anyio.Lock()

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance:
        async with self._making:
            if self._ear is None:
                self._ear = await to_thread.run_sync(self._make)
                self.name = self._ear.name
        return await self._ear.transcribe(clip, language)


def open_ear(settings: Settings, language: str | None = None) -> Transcriber:
    """The transcriber; `language` is heard even when it is not among the configured ones (for `auricle hear`)."""
    from audio.transcribe import FasterWhisper

    folder = ModelStore(settings.models).resolve(settings.whisper, WHISPER)
    languages = settings.languages if language is None else (language, *settings.languages)
    return FasterWhisper(folder, languages, threads=settings.threads)


@asynccontextmanager
async def open_voices(settings: Settings) -> AsyncIterator[tuple[Speaker, Voices]]:
    """The mouth, and who chooses its voice; the engines' processes end with the block."""
    from audio.speak import Speaker

    def choose(language: str, name: str | None = None) -> Voice:
        return choose_voice(language, settings.models, settings.voices, name)

    async with Speaker() as mouth:
        yield mouth, choose


def load_demo_person(settings: Settings) -> RecordStore:
    """The store, with the made-up demo person in it: a new installation answers its first question without a step before it."""
    from assistant.records.demo import demo
    from assistant.records.store import open_records

    store = open_records(settings)
    if DEMO not in {person.id for person in store.people()} or not store.holdings(DEMO):
        demo().load(store)
    return store
