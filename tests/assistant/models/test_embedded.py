"""The embedded server, with real models: SmolLM2 (98 MB) for the protocol, the 1.5B model for time."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio import CancelScope, create_task_group, fail_after, move_on_after, sleep
from anyio.lowlevel import checkpoint

from assistant.errors import ModelError, ModelMissing
from assistant.models.client import Endpoint, OpenAIModel
from assistant.models.embedded import EmbeddedServer, ServerOptions
from assistant.models.probe import probe
from assistant.models.slots import Prefix
from assistant.models.tokens import upper_estimate
from assistant.trace import Trace, tracing

Real = Callable[[str], tuple[Path, str]]
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["task", "period"],
    "properties": {"task": {"type": "string", "enum": ["sleep", "activity"]}, "period": {"type": "string", "enum": ["today", "last_week"]}},
}


def prefix(tasks: int) -> list[dict[str, str]]:
    """A planner's instructions: a menu and two examples; some 30 tokens a task."""
    menu = "\n".join(
        f"- task_{number}: read record {number} of a person for a period and give the average, minimum and maximum" for number in range(tasks)
    )
    shots = [("How far did I walk?", '{"task":"activity","period":"last_week"}'), ("Did I sleep well?", '{"task":"sleep","period":"today"}')]
    messages = [{"role": "system", "content": f"Choose a task.\n{menu}"}]
    for asked, answered in shots:
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    return messages


async def timings(server: EmbeddedServer, messages: list[dict[str, str]], max_tokens: int = 24) -> tuple[int, int]:
    """Prompt tokens that were found in the cache, and those that had to be read."""
    async with httpx.AsyncClient(trust_env=False, timeout=120) as http:
        reply = await http.post(
            f"{server.base_url}/chat/completions",
            headers={"Authorization": f"Bearer {server.api_key}"},
            json={"messages": messages, "temperature": 0, "max_tokens": max_tokens},
        )
    found = reply.raise_for_status().json()["timings"]
    return found["cache_n"], found["prompt_n"]


@pytest.fixture
async def server(real_model: Real, tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    gguf, sha256 = real_model("smollm2")
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path / "slots", options=ServerOptions(context=1024)) as running:
        yield running


async def test_it_answers_on_loopback_only_to_who_has_the_key(server: EmbeddedServer) -> None:
    assert server.base_url.startswith("http://127.0.0.1:")
    assert await server.model.complete([{"role": "user", "content": "Say hello."}], max_tokens=8)
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.post(f"{server.base_url}/chat/completions", json={"messages": []})).status_code == 401
        assert (await http.post(f"{server.base_url.removesuffix('/v1')}/slots/0?action=save", json={"filename": "x"})).status_code == 401
    async with OpenAIModel(Endpoint(server.base_url, api_key="guess")) as stranger:
        with pytest.raises(ModelError, match="refuses the key"):
            await stranger.complete([{"role": "user", "content": "Hello"}])


async def test_each_server_has_its_own_key_and_port(server: EmbeddedServer, real_model: Real) -> None:
    async with EmbeddedServer(real_model("smollm2")[0], options=ServerOptions(context=512)) as other:
        assert other.api_key != server.api_key
        assert other.base_url != server.base_url


async def test_the_schema_binds_the_answer(server: EmbeddedServer) -> None:
    """The smallest model would never keep to it by itself."""
    for question in ("How did I sleep?", "Tell me a story about a dragon.", "¿Cuántos pasos di ayer?"):
        found = json.loads(await server.model.complete([{"role": "user", "content": question}], schema=SCHEMA, max_tokens=60))
        assert found["task"] in ("sleep", "activity")
        assert found["period"] in ("today", "last_week")


async def test_too_long_a_text_is_one_sentence(server: EmbeddedServer) -> None:
    with pytest.raises(ModelError, match="too long"):
        await server.model.complete([{"role": "user", "content": "sleep " * 3_000}])


async def test_leaving_closes_the_port(real_model: Real) -> None:
    async with EmbeddedServer(real_model("smollm2")[0], options=ServerOptions(context=512)) as server:
        health = f"{server.base_url.removesuffix('/v1')}/health"
        async with httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(health)).status_code == 200
    async with httpx.AsyncClient(trust_env=False) as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(health)
    with pytest.raises(ModelError, match="not running"):
        _ = server.model


async def test_a_cancelled_turn_frees_model_and_port(real_model: Real) -> None:
    with CancelScope() as scope:
        async with EmbeddedServer(real_model("smollm2")[0], options=ServerOptions(context=512)) as server:
            address = server.base_url
            scope.cancel()
            await checkpoint()
            raise AssertionError("it went on")
    async with httpx.AsyncClient(trust_env=False) as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(address)


async def test_a_cancelled_turn_does_not_hold_the_process(real_model: Real) -> None:
    """While the model ends what it is reading, everything else goes on: another turn, and the answer to Ctrl-C."""
    gguf, _ = real_model("smollm2")
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        last = time.monotonic()
        while True:
            await sleep(0.01)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()

    async with create_task_group() as group:
        async with EmbeddedServer(gguf, options=ServerOptions(context=2048)) as server:
            with move_on_after(0.3):
                await server.model.complete([{"role": "user", "content": "walk " * 600}], max_tokens=1)
            group.start_soon(tick)
            left = time.monotonic()
        took = time.monotonic() - left
        group.cancel_scope.cancel()
    assert longest < took / 2


async def test_a_cancelled_question_does_not_keep_the_next_one_waiting(server: EmbeddedServer) -> None:
    """Barge-in: 500 numbers would take the model minutes; the next answer comes at once all the same."""
    long = {"type": "array", "items": {"type": "integer", "minimum": 1000000}, "minItems": 500}
    with move_on_after(0.5) as patience:
        await server.model.complete([{"role": "user", "content": "Count."}], schema=long, max_tokens=900)
    assert patience.cancelled_caught
    with fail_after(15):
        await server.model.complete([{"role": "user", "content": "Hello"}], max_tokens=1)


async def test_a_prefix_is_read_once_then_restored_by_another_process(real_model: Real, tmp_path: Path) -> None:
    gguf, sha256 = real_model("smollm2")
    options, slots, messages = ServerOptions(context=1024), tmp_path / "slots", prefix(5)
    question = [*messages, {"role": "user", "content": "How did I sleep?"}]
    async with EmbeddedServer(gguf, sha256=sha256, slots=slots, options=options) as first:
        assert await first.prepare(messages, SCHEMA) == "saved"
        cached, read = await timings(first, question)
        assert cached > 150
        assert read < 25
        first_answer = await first.model.complete(question, schema=SCHEMA)
    for path in (slots, *slots.iterdir()):
        assert path.stat().st_mode & (stat.S_IROTH | stat.S_IRGRP), path
    assert not list(slots.glob(".*"))
    async with EmbeddedServer(gguf, sha256=sha256, slots=slots, options=options) as second:
        assert await second.prepare(messages, SCHEMA) == "restored"
        assert await timings(second, question) == (cached, read)
        assert await second.model.complete(question, schema=SCHEMA) == first_answer
    async with EmbeddedServer(gguf, sha256=sha256, slots=slots, options=options) as third:
        assert (await timings(third, question))[0] < 10  # without preparing, everything would have been read


async def test_another_prefix_or_model_has_another_file(server: EmbeddedServer, tmp_path: Path) -> None:
    assert await server.prepare(prefix(2)) == "saved"
    assert await server.prepare(prefix(3)) == "saved"
    assert await server.prepare(prefix(2)) == "restored"
    assert len(list((tmp_path / "slots").glob("*.bin"))) == 2
    server._slots._model[0] = "0" * 64  # as if the weights had been exchanged
    assert await server.prepare(prefix(2)) == "saved"


async def test_old_prefixes_do_not_fill_the_disk(server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.models.slots.KEPT", 2)
    for number in (1, 2, 3, 4):
        server._prefixes.clear()  # as if each had been another version of the instructions
        assert await server.prepare(prefix(number)) == "saved"
    assert len(list((tmp_path / "slots").iterdir())) == 6
    assert await server.prepare(prefix(4)) == "restored"
    assert await server.prepare(prefix(1)) == "saved"


async def test_every_family_of_today_is_kept(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.models.slots.KEPT", 0)
    families = [Prefix(f"family {number}", prefix(number)) for number in (1, 2, 3)]
    assert await server.prepare_all(families) == {"family 1": "saved", "family 2": "saved", "family 3": "saved"}
    assert await server.prepare_all(families) == {"family 1": "restored", "family 2": "restored", "family 3": "restored"}


async def test_two_uses_in_turn_do_not_read_the_prefix_again(server: EmbeddedServer) -> None:
    messages = prefix(8)
    await server.prepare(messages)
    await timings(
        server, [{"role": "user", "content": "Rephrase this draft without changing a number: you slept 7 hours and 12 minutes last night."}]
    )
    cached, read = await timings(server, [*messages, {"role": "user", "content": "How did I sleep?"}])
    assert cached > 150
    assert read < 25


async def test_roles_in_turn_find_their_prefix_in_the_slot(real_model: Real, tmp_path: Path) -> None:
    """Without the server's own memory of other prompts, and with prefixes that begin alike."""
    gguf, sha256 = real_model("smollm2")
    families = [Prefix("planner", prefix(6), SCHEMA), Prefix("planner, larger", prefix(8), SCHEMA), Prefix("responder", prefix(5)[:1])]
    options = ServerOptions(context=1024, cached_mib=0)
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path, options=options) as server:
        server.know(families)
        for _ in range(2):
            for family in families:
                question = [*family.messages, {"role": "user", "content": "How did I sleep?"}]
                async with server._with_prefix(question):
                    cached, read = await timings(server, question, 1)
                assert cached > 100, family.name
                assert read < 25, family.name
        assert await server.prepare_all(families) == {family.name: "restored" for family in families}


async def test_a_stream_of_one_role_does_not_lock_the_other_out(server: EmbeddedServer) -> None:
    """Both are asked by the same task, the second in the middle of the first's answer, and with a prefix that must be restored first."""
    await server.prepare(prefix(4))
    async with aclosing(server.playing("responder").stream([{"role": "user", "content": "Tell me a story."}], max_tokens=40)) as pieces:
        assert await anext(pieces)
        with fail_after(30):
            assert await server.model.complete([*prefix(4), {"role": "user", "content": "Say hello."}], max_tokens=2)
        assert [piece async for piece in pieces]


async def test_a_real_server_streams_what_it_would_have_said_at_once(server: EmbeddedServer) -> None:
    question = [{"role": "user", "content": "Say hello to me."}]
    with tracing(Trace()) as trace:
        pieces = [piece async for piece in server.playing("judge").stream(question, max_tokens=12)]
        assert "".join(pieces) == await server.playing("judge").complete(question, max_tokens=12)
    assert len(pieces) > 3
    streamed, whole = trace.usage
    assert (streamed.role, streamed.model, streamed.completion_tokens) == ("judge", server.gguf.stem, whole.completion_tokens)
    assert streamed.prompt_tokens == whole.prompt_tokens > 5
    assert streamed.completion_tokens <= 12


async def test_an_answer_that_nobody_hears_out_stops_the_model(server: EmbeddedServer) -> None:
    async with aclosing(server.model.stream([{"role": "user", "content": "Count from one to a thousand."}], max_tokens=900)) as pieces:
        assert await anext(pieces)
    with fail_after(15):
        await server.model.complete([{"role": "user", "content": "Hello"}], max_tokens=1)


async def test_tokens_are_counted_by_the_models_own_tokenizer(server: EmbeddedServer) -> None:
    assert await server.model.count("") == 0
    assert await server.model.count("hello") == 1
    assert await server.model.count("2026-11-30") == 10, "one a digit, one a dash"
    for text in ("You slept 7.2 hours.", "Nukuit seitsemän tuntia."):
        assert await server.model.count(text) <= upper_estimate(text)


async def test_a_real_server_is_probed(server: EmbeddedServer) -> None:
    found = await probe(server.model)
    assert (found.schema, found.streams, found.vision) == (True, True, None)
    assert found.context is not None


@pytest.mark.parametrize("damage", ["cut", "garbage", "gone", "pointer"])
async def test_a_damaged_file_is_read_anew_and_never_reaches_the_server(server: EmbeddedServer, tmp_path: Path, damage: str) -> None:
    """llama.cpp aborts the whole process over a truncated slot file."""
    messages = prefix(4)
    assert await server.prepare(messages) == "saved"
    (saved,) = (tmp_path / "slots").glob("*.bin")
    content = saved.read_bytes()
    if damage == "cut":
        saved.write_bytes(content[: len(content) // 2])
    elif damage == "garbage":
        saved.write_bytes(bytes(len(content)))
    elif damage == "gone":
        saved.unlink()
    else:
        next((tmp_path / "slots").glob("*.json")).write_text('{"file": "../../etc/passwd", "sha256": 1}')
    assert await server.prepare(messages) == "saved"
    assert await server.prepare(messages) == "restored"


async def test_a_folder_that_cannot_be_made_costs_time_only(real_model: Real, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    gguf, sha256 = real_model("smollm2")
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path / "file" / "slots", options=ServerOptions(context=512)) as server:
        assert await server.prepare(prefix(2)) == "read"
        assert (await timings(server, [*prefix(2), {"role": "user", "content": "How did I sleep?"}]))[0] > 50


async def test_a_prefix_that_does_not_fit_is_one_sentence(server: EmbeddedServer) -> None:
    with pytest.raises(ModelError, match="too long"):
        await server.prepare(prefix(80))


async def test_a_missing_and_a_broken_file(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="auricle models assemble"):
        async with EmbeddedServer(tmp_path / "none.gguf"):
            raise AssertionError("it started")
    (tmp_path / "broken.gguf").write_bytes(b"GGUF, but no more")
    with pytest.raises(ModelError, match=r"broken\.gguf cannot be loaded"):
        async with EmbeddedServer(tmp_path / "broken.gguf"):
            raise AssertionError("it started")


_ASK = """
    import sys
    from pathlib import Path

    import anyio

    from assistant.models.embedded import EmbeddedServer, ServerOptions

    async def ask():
        async with EmbeddedServer(Path(sys.argv[1]), options=ServerOptions(context=512)) as server:
            print(await server.model.complete([{"role": "user", "content": "Say hello."}], max_tokens=4))

    anyio.run(ask)
"""


def test_a_process_of_its_own_ends_cleanly_and_needs_no_network(real_model: Real) -> None:
    command = [sys.executable, "-c", textwrap.dedent(_ASK), str(real_model("smollm2")[0])]
    alone = ["unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if shutil.which("unshare") and shutil.which("ip") and subprocess.run([*alone, "true"], capture_output=True).returncode == 0:
        command = [*alone, *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.slow
async def test_a_cold_process_plans_within_five_seconds_of_the_model_being_loaded(real_model: Real, tmp_path: Path) -> None:
    gguf, sha256 = real_model("qwen-coder-1.5b")
    messages = prefix(32)  # about 900 tokens
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path / "slots") as server:
        assert await server.prepare(messages, SCHEMA) == "saved"
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path / "slots") as server:
        start = time.process_time()
        assert await server.prepare(messages, SCHEMA) == "restored"
        answer = await server.model.complete([*messages, {"role": "user", "content": "How did I sleep last week?"}], schema=SCHEMA)
        seconds = (time.process_time() - start) / server.options.threads  # of work for each core: what else the machine does is not the model's doing
        assert json.loads(answer) == {"task": "sleep", "period": "last_week"}
        cached, read = await timings(server, [*messages, {"role": "user", "content": "And my steps today?"}])
        assert cached > 750
        assert read < 25
        assert seconds < 5


# A sentence of a reply in each of the ten languages, and what replies are full of: numbers, days, names of drugs, JSON.
SENTENCES = (
    "Last night you slept seven hours and twelve minutes, which is less than your usual. Try to keep the same bedtime on weekends.",
    "Anoche dormiste siete horas y doce minutos, menos de lo habitual. Procura acostarte a la misma hora los fines de semana.",
    "La nuit dernière, vous avez dormi sept heures et douze minutes, moins que d'habitude. Essayez de garder la même heure de coucher.",
    "Letzte Nacht haben Sie sieben Stunden und zwölf Minuten geschlafen, weniger als gewöhnlich.",
    "La notte scorsa hai dormito sette ore e dodici minuti, meno del solito. Cerca di andare a letto alla stessa ora anche nel fine settimana.",
    "Na noite passada você dormiu sete horas e doze minutos, menos do que o habitual. Tente manter o mesmo horário nos fins de semana.",
    "Viime yönä nukuit seitsemän tuntia ja kaksitoista minuuttia, vähemmän kuin tavallisesti. Yritä pitää sama nukkumaanmenoaika viikonloppuisin.",
    "कल रात आप सात घंटे बारह मिनट सोए, जो आपके सामान्य से कम है। सप्ताहांत पर भी एक ही समय पर सोने की कोशिश करें।",
    "昨晚你睡了七小时十二分钟，比平时少。周末也尽量在同一时间上床睡觉。",
    "نمت الليلة الماضية سبع ساعات واثنتي عشرة دقيقة، أي أقل من المعتاد. حاول أن تحافظ على موعد النوم نفسه في عطلة نهاية الأسبوع.",
    "2026-11-30: 9847 steps, 58 bpm, 7.2 h; 2026-11-29: 10211 steps, 61 bpm, 6.9 h",
    '{"task":"sleep","days":[{"day":"2026-11-30","value":7.2},{"day":"2026-11-29","value":6.95}],"unit":"h"}',
    "Levonorgestrel, rifampicin, acetylsalicylic acid, hydrochlorothiazide",
    "hw dd i slp lst nght pls xqzj vwk",
)


@pytest.mark.slow
async def test_the_estimate_is_never_below_the_count_nor_far_above_it(real_model: Real) -> None:
    gguf, sha256 = real_model("qwen-coder-1.5b")
    async with EmbeddedServer(gguf, sha256=sha256, options=ServerOptions(context=512)) as server:
        for text in SENTENCES:
            assert await server.model.count(text) <= upper_estimate(text) <= 2.5 * await server.model.count(text), text


@pytest.mark.slow
async def test_alternating_roles_cost_no_reading(real_model: Real, tmp_path: Path) -> None:
    gguf, sha256 = real_model("qwen-coder-1.5b")
    families = [Prefix("planner", prefix(16), SCHEMA), Prefix("responder", prefix(12)[:1])]
    async with EmbeddedServer(gguf, sha256=sha256, slots=tmp_path) as server:
        assert set((await server.prepare_all(families)).values()) == {"saved"}
        for family in families * 2:
            start = time.perf_counter()
            async with server._with_prefix([*family.messages, {"role": "user", "content": "How did I sleep?"}]):
                restored = time.perf_counter() - start
                cached, read = await timings(server, [*family.messages, {"role": "user", "content": "How did I sleep?"}], 1)
            assert cached > 250, family.name
            assert read < 25, family.name
            assert restored < 1, "milliseconds; a second is for machines that do something else as well"


def test_the_settings_say_which_server(real_model: Real, tmp_path: Path) -> None:
    from assistant.models.store import ModelStore
    from assistant.settings import Settings

    gguf, sha256 = real_model("smollm2")
    settings = Settings(gguf=Path("smollm2"), threads=1)
    server: Any = EmbeddedServer.of(settings, ModelStore(settings.models))
    assert (server.gguf, server._sha256, server.options.threads, server._folder) == (gguf, sha256, 1, settings.cache / "slots")
