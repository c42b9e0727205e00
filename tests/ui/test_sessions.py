"""The registry of conversations: bounded, and forgetful."""

from __future__ import annotations

import pytest

from assistant.errors import UsageError
from assistant.question import REMEMBERED
from assistant.types import Exchange
from ui.sessions import PICTURES, Sessions


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_conversation_remembers_the_last_exchanges_only() -> None:
    session = Sessions().join(None)
    for number in range(REMEMBERED + 3):
        session.remember(Exchange(f"q{number}", "a", "en"))
    assert [exchange.asked for exchange in session.history] == [f"q{number}" for number in range(3, REMEMBERED + 3)]


def test_a_token_is_good_for_one_page_at_a_time() -> None:
    sessions = Sessions()
    first = sessions.join(None)
    assert sessions.join(first.token) is not first
    sessions.leave(first, unloaded=False)
    assert sessions.join(first.token) is first


def test_the_longest_gone_makes_room_and_open_pages_never_do() -> None:
    clock = Clock()
    sessions = Sessions(limit=2, clock=clock)
    old, open_page = sessions.join(None), sessions.join(None)
    with pytest.raises(UsageError, match="2 pages are open"):
        sessions.join(None)
    sessions.leave(old, unloaded=False)
    new = sessions.join(None)
    assert len(sessions) == 2
    sessions.leave(open_page, unloaded=False)
    assert sessions.join(open_page.token) is open_page
    sessions.leave(new, unloaded=True)
    assert sessions.join(old.token) is not old


def test_what_nobody_came_back_to_is_forgotten() -> None:
    clock = Clock()
    sessions = Sessions(idle=600, clock=clock)
    session = sessions.join(None)
    sessions.leave(session, unloaded=False)
    clock.now = 601
    assert sessions.join(session.token) is not session
    assert len(sessions) == 1


def test_pictures_that_wait_are_few_and_have_keys_of_their_own() -> None:
    session = Sessions().join(None)
    assert [session.picture_key(), session.picture_key()] == ["image1", "image2"]
    session.pictures = [None] * PICTURES  # type: ignore[list-item]  # only their number counts
    with pytest.raises(UsageError, match="At most"):
        session.picture_key()
