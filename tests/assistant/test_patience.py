from __future__ import annotations

import sys
from threading import Event

import anyio
import pytest
from anyio import to_thread

from assistant.patience import within


async def _give(value: int) -> int:
    await anyio.lowlevel.checkpoint()
    return value


async def test_what_a_call_gives_or_raises_comes_back() -> None:
    assert await within(1.0, _give(3)) == 3

    async def fails() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await within(1.0, fails())


async def test_a_call_that_is_caught_in_a_thread_is_left_to_itself() -> None:
    free = Event()
    try:
        with pytest.raises(TimeoutError):
            await within(0.01, to_thread.run_sync(free.wait, 30.0), grace=0.05)
    finally:
        free.set()


async def test_a_call_that_ignores_its_cancellation_is_left_to_itself() -> None:
    told: list[str] = []
    over = anyio.Event()

    async def deaf() -> None:
        while not over.is_set():
            try:
                await over.wait()
            except BaseException:  # what this test is about
                told.append("cancelled")

    with pytest.raises(TimeoutError):
        await within(0.01, deaf(), grace=0.05)
    assert told
    over.set()
    await anyio.lowlevel.checkpoint()


async def test_nothing_that_a_call_raises_ends_the_program() -> None:
    async def leaves() -> None:
        sys.exit(3)

    async def gives_up() -> None:
        raise anyio.get_cancelled_exc_class()

    async def both() -> None:
        raise BaseExceptionGroup("both", [SystemExit(1), ValueError()])

    for call in (leaves(), gives_up(), both()):
        with pytest.raises(RuntimeError):
            await within(1.0, call)


async def test_whoever_waits_can_be_cancelled_and_takes_the_call_along() -> None:
    ended = anyio.Event()

    async def long() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            ended.set()

    with anyio.move_on_after(0.01) as limit:
        await within(30.0, long())
    assert limit.cancelled_caught
    with anyio.fail_after(1):
        await ended.wait()
