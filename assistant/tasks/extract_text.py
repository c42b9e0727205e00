"""The task `extract_text`: what a page says about the question, in its own sentences.

A page of our own knowledge is given as it is. A page elsewhere is read under guard, and only if the person named it or a search found it, so that
nothing that a page or a model makes up can carry words out in an address. Of its text the few sentences that come nearest to the question are quoted,
in their order; nothing is written anew, and what a page asks for is never done.

Nearness is E5's similarity of question and sentence, and a fifth of what it is when the mean of each language is taken away. Measured with the 41
answerable questions of tests/assistant/tasks/knowledge_questions.jsonl, each put to the two to four sentences of its topic among six to nine others
("Subscribe to …", "Ignore your instructions …"): of as many sentences from the top as there are on the topic, 90 % are on it in the same language and
86 % in another. At `FLOOR` 85 % of the sentences on the topic are kept and 92 % of the others dropped; across languages, at `ABROAD`, 75 and 91 %.
"""

from __future__ import annotations

import re
from itertools import chain

import numpy as np
from anyio import to_thread

from assistant.errors import NoData, PermissionDenied, TaskError
from assistant.facts import Excerpt, Source
from assistant.models.embedding import Vectors, embed
from assistant.tasks.knowledge import LANGUAGES, passage, shelf
from assistant.tasks.search import OWN_PAGES, search
from assistant.tasks.spec import Context, Outcome, task
from assistant.types import Page
from audio.chunk import sentences

__all__ = ["ABROAD", "FLOOR", "MOST", "answering", "extract_text"]

MOST = 4
FLOOR, ABROAD = 0.83, 0.81
CENTRED = 0.2
# Embedding takes some 10 ms a sentence; of a longer page those that share a word with the question come first.
READ = 120
SHORTEST, LONGEST = 20, 400


@task(
    chat_name="Read a page",
    family="knowledge",
    seconds=30,
    untrusted=True,
    cost="seconds",
    outputs={"text": {"type": "string", "description": "what the page says about the question"}},
    output="pipe",
)
async def extract_text(context: Context, url: str) -> Outcome:
    """Read a page whose address a search gave (or the person named) and take out what it says about the question."""
    if url.startswith(OWN_PAGES):
        topic = shelf().topic(url.removeprefix(OWN_PAGES))
        if topic is None:
            raise TaskError("There is no such page in the local knowledge.")
        own = passage(topic, context.language)
        return Outcome((own,), {"text": " ".join(own.sentences)})
    if not await _given(context, url):
        raise PermissionDenied("Only pages that you name or that a search found are read.")
    if context.web is None:
        raise PermissionDenied("No pages elsewhere are read; name their hosts in the setting hosts to allow it.")
    page = await context.web.read(url)
    language = page.language
    if language is None:
        language = await to_thread.run_sync(_told, page.text)
    chosen = await to_thread.run_sync(answering, page, language, context.question, context.language)
    if not chosen:
        raise NoData(f"The page “{page.title}” says nothing about that.")
    excerpt = Excerpt(page.title, language, chosen, Source("web", page.url, page.title, page.url))
    return Outcome((excerpt,), {"text": " ".join(chosen)})


async def _given(context: Context, url: str) -> bool:
    """Whether the person wrote this very address, or a search of theirs found it."""
    said = (context.question, *(exchange.asked for exchange in context.history))
    if any(url in re.split(r"[\s<>\"“”„«»()]+", text) or url in re.split(r"[.,;:!?]*(?:\s+|$)", text) for text in said):
        return True
    for entry in await context.pipe.entries(context.person.id):
        if entry.provenance.task == search.name:
            held = await context.pipe.get(context.person.id, entry.key)
            if isinstance(held, dict) and held.get("url") == url:
                return True
    return False


def answering(page: Page, language: str, question: str, asked_in: str) -> tuple[str, ...]:
    """At most `MOST` sentences of a page, in its order, that come near enough to the question; none where there are none."""
    candidates = _readable(page.text, language, question)
    if not candidates or not question.strip():
        return ()
    vectors, asked = embed(candidates, "passage"), embed([question])[0]
    # Of other languages no mean is known; that of a page with many sentences stands for it.
    common = shelf().mean(language) if language in LANGUAGES or len(candidates) < 8 else vectors.mean(axis=0)
    scores = vectors @ asked + CENTRED * (_unit(vectors - common) @ _unit(asked - shelf().mean(asked_in)))
    best = np.argsort(-scores, kind="stable")[:MOST]
    floor = FLOOR if language == asked_in else ABROAD
    return tuple(candidates[number] for number in sorted(best) if scores[number] >= floor)


def _readable(text: str, language: str, question: str) -> list[str]:
    """Each sentence once, in order: no questions, table rows or single words, and at most `READ`."""
    every = dict.fromkeys(chain.from_iterable(sentences(line.lstrip("-*• "), language) for line in text.splitlines() if not line.startswith("|")))
    fit = [each for each in every if SHORTEST <= len(each) <= LONGEST and not each.endswith(("?", "？", "؟"))]
    if len(fit) <= READ:
        return fit
    words = {word for word in re.findall(r"\w+", question.casefold()) if len(word) > 3}
    shares = sorted(range(len(fit)), key=lambda number: (not words & set(re.findall(r"\w+", fit[number].casefold())), number))[:READ]
    return [fit[number] for number in sorted(shares)]


def _told(text: str) -> str:
    """The language of a text that does not name it."""
    from assistant.assets import asset
    from i18n.detect import LanguageDetector
    from i18n.languages import LANGUAGES as KNOWN

    return LanguageDetector(tuple(KNOWN), asset("languages.toml")).detect(text[:2000])


def _unit(vectors: Vectors) -> Vectors:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0, length, 1), dtype=np.float32)
