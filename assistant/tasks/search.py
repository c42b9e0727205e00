"""The task `search`: pages that may answer a question. The one provider so far is the local knowledge; nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from anyio import to_thread

from assistant.errors import NoData
from assistant.facts import Found, Source
from assistant.tasks.knowledge import THRESHOLD, Shelf, shelf
from assistant.tasks.spec import Context, Outcome, task

__all__ = ["OWN_PAGES", "Hit", "LocalShelf", "SearchProvider", "search"]

OWN_PAGES = "auricle:knowledge/"
"""What the address of a page of ours begins with; its topic follows."""

MOST = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A page: its title in the language of the search if it has one, where it is, who says it."""

    title: str
    url: str
    source: str


class SearchProvider(Protocol):
    """Finds pages. An empty result when nothing fits well enough: a bad hit is worse than none."""

    name: str

    async def find(self, queries: Sequence[str], language: str, most: int) -> tuple[Hit, ...]:
        """The best first. `queries` ask for the same thing in other words."""
        ...


class LocalShelf:
    """`SearchProvider` over assets/knowledge, by meaning."""

    name = "local knowledge"

    def __init__(self, pages: Shelf) -> None:
        self._pages = pages

    async def find(self, queries: Sequence[str], language: str, most: int) -> tuple[Hit, ...]:
        best: dict[str, float] = {}
        for query in queries:
            for match in await to_thread.run_sync(self._pages.ranked, query, language):
                best[match.topic.topic] = max(best.get(match.topic.topic, 0.0), match.score)
        chosen = sorted((name for name, score in best.items() if score >= THRESHOLD), key=lambda name: -best[name])[:most]
        topics = filter(None, map(self._pages.topic, chosen))
        return tuple(Hit(topic.text(language).title, OWN_PAGES + topic.topic, topic.source.title) for topic in topics)


@task(
    chat_name="Search",
    family="knowledge",
    seconds=30,
    outputs={
        "url": {"type": "string", "description": "address of the page that fits best, for extract_text"},
        "title": {"type": "string", "description": "title of that page"},
    },
)
async def search(context: Context, query: str) -> Outcome:
    """Find pages of health knowledge that may answer a question; gives their addresses, and what they say is read by extract_text."""
    # A planner may search in English; the person's own words are tried as well.
    words = [text for text in dict.fromkeys((query, context.question)) if text.strip()]
    hits = await LocalShelf(shelf()).find(words, context.language, MOST)
    if not hits:
        raise NoData("No page of the local knowledge fits that.")
    facts = tuple(Found(hit.title, Source("knowledge", hit.url.removeprefix(OWN_PAGES), hit.source, hit.url)) for hit in hits)
    return Outcome(facts, {"url": hits[0].url, "title": hits[0].title})
