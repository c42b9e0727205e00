"""The page in real Chromium, with fakes behind it."""

from __future__ import annotations

import base64
import io
from datetime import date
from typing import Any

import anyio
import numpy as np
import pytest
from axe_playwright_python.async_playwright import Axe
from PIL import Image

from assistant.errors import ModelTimeout
from assistant.events import Emit
from assistant.facts import Fact, Measured, Passage, Source
from assistant.measures import Quantity
from assistant.period import Period
from assistant.pipeline import Assistant
from assistant.question import Answer, Question
from assistant.tasks.spec import Context, task
from assistant.testing import FakeEar, FakeGuard, FakeHeart, FakeMouth, FakeRecords, fake_assistant, tone
from assistant.types import Plan, Step
from audio.clip import AudioClip
from audio.utterance import Utterance
from emotion.emotion import Emotion

ASKED = "How many steps last week?"
WEEK = "2026-11-23/2026-11-29"
PLANS = {ASKED: Plan("test", "answer", (Step("s1", "steps", {"period": WEEK}), Step("s2", "tips", {})), "it asks for steps")}
RECORDS = FakeRecords({("ana", "steps"): {date(2026, 11, 29): 8000.0}})


@task(chat_name="Steps", permission="reads_person")
async def steps(context: Context, period: Period) -> tuple[Fact, ...]:
    """Steps in a period."""
    days = await context.records.days(context.person.id, "steps", period)
    return (Measured("steps", "mean", Quantity(days[0].value, "count"), period, len(days), Source("record", "k", "fake watch")),)


@task(chat_name="Tips")
async def tips(context: Context) -> tuple[Fact, ...]:
    """A page of knowledge."""
    return (Passage("walk", "en", "Walking", ("Walk a little.",), Source("knowledge", "w", "A page about walking", "https://example.org/walking")),)


class Keeping:
    """Passes every question on, and keeps it."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant
        self.asked: list[Question] = []

    async def answer(self, question: Question, emit: Emit) -> Answer:
        self.asked.append(question)
        return await self._assistant.answer(question, emit)


class Ear(FakeEar):
    def __init__(self) -> None:
        super().__init__(ASKED)
        self.clips: list[AudioClip] = []

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance:
        self.clips.append(clip)
        return await super().transcribe(clip, language)


def house(**parts: Any) -> Assistant:
    return fake_assistant(plans=PLANS, tasks=(steps, tips), records=RECORDS, **parts)


TIRED = FakeHeart(Emotion("tired", "heard", 0.8, source="voice"))


async def test_by_keyboard_alone_from_the_microphone_to_the_spoken_reply(serving: Any, visiting: Any, spoken_tone: Any) -> None:
    ear = Ear()
    async with serving(house(ear=ear, heart=TIRED)) as served, visiting(served) as seen:
        page = seen.page
        await page.keyboard.press("Space")
        await seen.state("listening")
        assert "Listening" in await page.inner_text("#state")
        await page.wait_for_function("Number(document.querySelector('#mic').style.getPropertyValue('--level')) > 0.5")
        await page.wait_for_timeout(1200)  # the recording plays in real time
        await page.keyboard.press("Space")
        await seen.answered()

        assert ASKED in await page.inner_text(".turn.me .bubble")
        assert "8000" in await page.inner_text(".turn.it .bubble")
        assert await page.inner_text(".feeling span") == "It sounds as if you are tired?"
        stages = await page.eval_on_selector_all("#steps li", "items => items.map((item) => item.dataset.stage)")
        assert stages == ["hear", "feel", "guard", "plan", "execute", "result", "result", "answer", "speak", "total"]
        assert await page.get_attribute(".sources a", "href") == "https://example.org/walking"
        assert await page.evaluate("document.querySelector('#voice').played.length > 0 && document.querySelector('#voice').duration > 0.05")

        assert [url for url in seen.requests if not url.startswith((served.address, served.line, "blob:", "data:"))] == []
        assert seen.complaints == []
        assert await page.evaluate("[document.documentElement.lang, document.documentElement.dir, document.title]") == ["en", "ltr", "Auricle"]
    assert same_sound(ear.clips[0], spoken_tone) > 0.95


def same_sound(clip: AudioClip, path: Any) -> float:
    """Correlation of what arrived with what was played, at the best offset."""
    from audio.decode import read_audio

    source = read_audio(path).samples
    middle = clip.samples[len(clip.samples) // 3 : len(clip.samples) // 3 + 8000]  # half a second, away from both ends
    scores = np.correlate(source, middle, "valid")
    energy = np.sqrt(np.convolve(source**2, np.ones(len(middle)), "valid") * np.sum(middle**2))
    return float(np.max(scores / np.maximum(energy, 1e-9)))


async def test_escape_discards_what_was_being_said(serving: Any, visiting: Any) -> None:
    kept = Keeping(house(ear=FakeEar(ASKED)))
    async with serving(kept) as served, visiting(served) as seen:
        await seen.page.keyboard.press("Space")
        await seen.state("listening")
        await seen.page.keyboard.press("Escape")
        await seen.state("ready")
        await seen.ask(ASKED)
        await seen.answered()
    assert [question.text for question in kept.asked] == [ASKED]


async def test_holding_the_button_talks_until_it_is_let_go(serving: Any, visiting: Any) -> None:
    async with serving(house(ear=FakeEar(ASKED))) as served, visiting(served) as seen:
        await seen.page.hover("#mic")
        await seen.page.mouse.down()
        await seen.state("listening")
        await seen.page.wait_for_timeout(900)
        await seen.page.mouse.up()
        await seen.answered()
        assert ASKED in await seen.page.inner_text(".turn.me .bubble")


async def test_the_feeling_can_be_denied_and_is_offered_only_when_there_is_one(serving: Any, visiting: Any) -> None:
    async with serving(house(heart=TIRED)) as served, visiting(served) as seen:
        await seen.ask(ASKED)
        await seen.answered()
        await seen.page.click(".feeling button")
        assert await seen.page.inner_text(".feeling") == "All right, that was a wrong guess."
    async with serving(house()) as served, visiting(served) as seen:
        await seen.ask(ASKED)
        await seen.answered()
        assert await seen.page.locator(".feeling").count() == 0


async def test_repeat_says_it_again_and_slower_says_it_slowly(serving: Any, visiting: Any) -> None:
    async with serving(house()) as served, visiting(served) as seen:
        page = seen.page
        await seen.ask(ASKED)
        await seen.answered()
        await page.evaluate("window.plays = 0; document.querySelector('#voice').addEventListener('play', () => window.plays++)")
        await page.get_by_role("button", name="Repeat").click()
        await page.wait_for_function("window.plays >= 2")  # one per sentence
        await seen.state("ready")
        await page.get_by_role("button", name="Slower").click()
        await page.wait_for_function("window.plays >= 4 && document.querySelector('#voice').playbackRate === 0.75")
        assert await page.get_attribute(".acts [aria-pressed]", "aria-pressed") == "true"


async def test_an_emergency_stands_above_everything_with_its_number_to_press(serving: Any, visiting: Any) -> None:
    async with serving(house(guard=FakeGuard("chest"), heart=TIRED)) as served, visiting(served) as seen:
        page = seen.page
        await seen.ask("my chest hurts")
        await seen.answered()
        call = page.get_by_role("link", name="Call 112")
        assert await call.get_attribute("href") == "tel:112"
        banner = await page.locator("#alarm").bounding_box()
        header = await page.locator(".top").bounding_box()
        assert banner is not None
        assert header is not None
        assert banner["y"] + banner["height"] <= header["y"]
        assert await page.locator(".feeling").count() == 0
        await seen.ask(ASKED)
        await seen.answered(2)
        assert await call.is_visible()  # it stays until the person closes it
        await page.get_by_role("button", name="Close this notice").click()
        assert not await call.is_visible()


async def drop(seen: Any, content: bytes, name: str, kind: str) -> None:
    """Drop a file on the page as the desktop would."""
    data = base64.b64encode(content).decode()
    transfer = await seen.page.evaluate_handle(
        """([data, name, type]) => {
            const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name, { type }));
            return transfer;
        }""",
        [data, name, kind],
    )
    await seen.page.dispatch_event(".app", "dragover", {"dataTransfer": transfer})
    assert await seen.page.is_visible("#drop")
    await seen.page.dispatch_event(".app", "drop", {"dataTransfer": transfer})


async def test_a_dropped_picture_goes_with_the_next_question_only(serving: Any, visiting: Any) -> None:
    kept = Keeping(house())
    png = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(png, "PNG")
    async with serving(kept) as served, visiting(served) as seen:
        await drop(seen, png.getvalue(), "label.png", "image/png")
        await seen.page.wait_for_selector("#pictures li img")
        assert await seen.page.inner_text("#pictures span") == "label.png"
        await seen.ask(ASKED)
        await seen.answered()
        assert await seen.page.get_attribute(".turn.me img", "alt") == "With a picture: label.png"
        assert await seen.page.is_hidden("#pictures")
        await seen.ask(ASKED)
        await seen.answered(2)
    first, second = kept.asked
    assert [(picture.name, picture.width, picture.height) for picture in first.images] == [("label.png", 40, 30)]
    assert second.images == ()
    assert [exchange.asked for exchange in second.history] == [ASKED]


@pytest.mark.parametrize(("name", "kind"), [("notes.txt", "text/plain"), ("broken.png", "image/png")])
async def test_a_file_that_is_no_picture_gets_one_sentence(serving: Any, visiting: Any, name: str, kind: str) -> None:
    async with serving(house()) as served, visiting(served) as seen:
        await seen.page.fill("#text", "half a question")
        await drop(seen, b"these are words", name, kind)
        assert "not a picture" in await seen.trouble()
        assert await seen.page.is_hidden("#pictures")
        assert await seen.page.input_value("#text") == "half a question"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("NotAllowedError", "The microphone is blocked"),
        ("NotFoundError", "There is no microphone"),
        ("NotReadableError", "does not work in this browser"),
    ],
)
async def test_a_microphone_that_cannot_be_had_is_one_sentence_and_typing_goes_on(serving: Any, visiting: Any, error: str, sentence: str) -> None:
    async with serving(house()) as served, visiting(served) as seen:
        await seen.page.evaluate(f"() => {{ navigator.mediaDevices.getUserMedia = async () => {{ throw new DOMException('no', '{error}'); }}; }}")
        await seen.page.fill("#text", ASKED)
        await seen.page.click("#mic")
        assert sentence in await seen.trouble()
        assert await seen.page.input_value("#text") == ASKED
        await seen.page.press("#text", "Enter")
        await seen.answered()


class Slow:
    """Waits for `go` before it answers; fails first with the errors it is given."""

    def __init__(self, assistant: Assistant, *failures: Exception) -> None:
        self._assistant = assistant
        self._failures = list(failures)
        self.go = anyio.Event()
        self.cancelled = 0

    async def answer(self, question: Question, emit: Emit) -> Answer:
        if self._failures:
            raise self._failures.pop(0)
        try:
            await self.go.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled += 1
            raise
        return await self._assistant.answer(question, emit)


async def test_a_question_that_failed_comes_back_and_can_be_sent_again(serving: Any, visiting: Any) -> None:
    slow = Slow(house(), ModelTimeout("The model did not answer in time; ask again."), RuntimeError("a bug, with private words"))
    slow.go.set()
    async with serving(slow) as served, visiting(served) as seen:
        await seen.ask(ASKED)
        assert await seen.trouble() == "The model did not answer in time; ask again."
        assert await seen.page.input_value("#text") == ASKED
        await seen.page.get_by_role("button", name="Try again").click()
        await seen.page.wait_for_function("document.querySelector('#trouble span').textContent.startsWith('Something went wrong')")
        assert "private" not in await seen.page.inner_text("body")
        await seen.page.get_by_role("button", name="Try again").click()
        await seen.answered()
        assert await seen.page.input_value("#text") == ""
        assert await seen.page.is_hidden("#trouble")


async def test_a_lost_connection_keeps_the_question_and_the_page_comes_back(serving: Any, visiting: Any) -> None:
    slow = Slow(house())
    async with serving(slow) as served, visiting(served) as seen:
        await seen.page.evaluate(
            "() => { window.sockets = []; const send = WebSocket.prototype.send;"
            "WebSocket.prototype.send = function (data) { window.sockets.push(this); return send.call(this, data); }; }"
        )
        await seen.ask(ASKED)
        await seen.state("thinking")
        await seen.page.evaluate("window.sockets.at(-1).close(4000)")
        assert "connection was lost" in await seen.trouble()
        assert await seen.page.input_value("#text") == ASKED
        await seen.state("ready")
        slow.go.set()
        await seen.page.get_by_role("button", name="Try again").click()
        await seen.answered()
    assert slow.cancelled == 1


async def test_escape_stops_the_thinking(serving: Any, visiting: Any) -> None:
    slow = Slow(house())
    async with serving(slow) as served, visiting(served) as seen:
        await seen.ask(ASKED)
        await seen.state("thinking")
        await seen.page.keyboard.press("Escape")
        await seen.state("ready")
        assert "Stopped." in await seen.page.inner_text(".turn.me")
        slow.go.set()
        await seen.ask(ASKED)
        await seen.answered()
    assert slow.cancelled == 1


async def test_an_empty_box_and_a_voice_that_breaks_are_told(serving: Any, visiting: Any) -> None:
    async with serving(house(mouth=FakeMouth(breaks=1))) as served, visiting(served) as seen:
        await seen.page.press("#text", "Enter")
        assert await seen.trouble() == "Type a question first."
        await seen.ask(ASKED)
        await seen.page.wait_for_selector("#steps li[data-stage=total]")
        assert "voice failed" in await seen.trouble()
        assert "8000" in await seen.page.inner_text(".turn.it .bubble")


async def test_what_is_said_is_shown_as_text_never_as_markup(serving: Any, visiting: Any) -> None:
    async with serving(house()) as served, visiting(served) as seen:
        await seen.ask("<img src=x onerror='window.owned = 1'>")
        await seen.answered()
        assert "<img src=x" in await seen.page.inner_text(".turn.me .bubble")
        assert await seen.page.evaluate("window.owned") is None


async def test_the_language_is_chosen_kept_and_sent(serving: Any, visiting: Any) -> None:
    kept = Keeping(house())
    async with serving(kept) as served, visiting(served, locale="es-ES") as seen:
        page = seen.page
        assert await page.evaluate("document.documentElement.lang") == "es"
        assert "Todo se queda en este ordenador" in await page.inner_text("#local")
        await page.select_option("#language", "de")
        assert await page.evaluate("document.documentElement.lang") == "de"
        assert "kein Arzt" in await page.inner_text("#notice")
        await page.reload()
        await seen.state("ready")
        assert await page.input_value("#language") == "de"
        await seen.ask(ASKED)
        await seen.answered()
        assert await page.get_attribute(".turn.it .text", "lang") == "de"
    assert [question.language for question in kept.asked] == ["de"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious(serving: Any, visiting: Any, scheme: str) -> None:
    async with serving(house(heart=TIRED, guard=FakeGuard("chest"))) as served, visiting(served, scheme=scheme) as seen:
        found = {"ready": await serious(seen.page)}
        await seen.page.keyboard.press("Space")
        await seen.state("listening")
        found["listening"] = await serious(seen.page)
        await seen.page.keyboard.press("Escape")
        await seen.ask(ASKED)
        await seen.answered()
        found["after a reply"] = await serious(seen.page)
        await seen.ask("my chest hurts")
        await seen.answered(2)
        await seen.page.press("#text", "Enter")
        found["in an emergency, with a notice"] = await serious(seen.page)
    assert found == {state: [] for state in found}


async def serious(page: Any) -> list[str]:
    results = await Axe().run(page)
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in results.response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (1360, 820)])
async def test_nothing_is_cut_at_any_width(serving: Any, visiting: Any, width: int, height: int) -> None:
    async with serving(house(heart=TIRED)) as served, visiting(served, width=width, height=height, locale="de-DE") as seen:
        before = await seen.page.locator("#mic").bounding_box()
        await seen.ask(ASKED)
        await seen.answered()
        after = await seen.page.locator("#mic").bounding_box()
        assert before == after  # the talk button never moves
        assert after is not None
        assert after["y"] + after["height"] <= height
        wide = (
            "[...document.querySelectorAll('.app *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.unseen')).length"
        )
        assert await seen.page.evaluate(wide) == 0
        talk = await seen.page.locator("#talk").bounding_box()
        assert talk is not None
        assert talk["height"] >= 120


async def test_a_press_by_mistake_is_one_sentence(serving: Any, visiting: Any) -> None:
    """Pressed and pressed again before anything was heard."""
    async with serving(house()) as served, visiting(served) as seen:
        await seen.page.evaluate(
            "() => { const send = WebSocket.prototype.send;"
            " WebSocket.prototype.send = function (data) { if (!(data instanceof ArrayBuffer)) send.call(this, data); }; }"
        )
        await seen.page.keyboard.press("Space")
        await seen.state("listening")
        await seen.page.keyboard.press("Space")
        assert "didn't hear anything" in await seen.trouble()
        await seen.state("ready")
        assert await seen.page.locator(".turn").count() == 0


def test_the_tone_is_a_question_of_its_own() -> None:
    """The measure of sameness tells another sound apart, so that the test above can fail."""
    assert same_sound(tone(2.0, 900.0), _tone_file()) < 0.5


def _tone_file() -> io.BytesIO:
    from audio.decode import wav_bytes

    return io.BytesIO(wav_bytes(tone(2.0, 300.0)))
