"""Sound comes in all forms; each gives the right clip or one clear sentence."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import threading
import tracemalloc
import wave
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import AudioError, NotAudio, UsageError
from audio.clip import AudioClip
from audio.decode import RATE, clip_of, read_audio, resampled, wav_bytes, write_wav

Tone = npt.NDArray[np.float32]


def encoded(samples: Tone, container: str, codec: str, rate: int = RATE, layout: str = "mono", options: dict[str, str] | None = None) -> bytes:
    """A file in a container, as browsers and telephones make them."""
    out = io.BytesIO()
    with av.open(out, "w", format=container, options=options or {}) as file:
        stream = file.add_stream(codec, rate=rate, layout=layout)
        channels = 2 if layout == "stereo" else 1
        frame = av.AudioFrame.from_ndarray(np.repeat(samples[None, :], channels, axis=0).copy(), format="fltp", layout=layout)
        frame.rate = RATE
        resampler = av.AudioResampler(format=stream.codec_context.format, layout=layout, rate=rate, frame_size=stream.codec_context.frame_size or 960)
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            file.mux(stream.encode(piece))
        file.mux(stream.encode(None))
    return out.getvalue()


def frequency(clip: AudioClip) -> float:
    middle = clip.samples[len(clip.samples) // 4 : -len(clip.samples) // 4]
    return float(np.argmax(np.abs(np.fft.rfft(middle * np.hanning(len(middle))))) * clip.rate / len(middle))


def pcm(frames: bytes, *, rate: int, width: int, channels: int) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(frames)
    return out.getvalue()


@pytest.mark.parametrize(
    ("container", "codec", "rate", "layout"),
    [
        ("webm", "libopus", 48_000, "mono"),
        ("ogg", "libopus", 48_000, "stereo"),
        ("mp3", "libmp3lame", 44_100, "stereo"),
        ("mp4", "aac", 44_100, "mono"),
        ("flac", "flac", 16_000, "mono"),
        ("wav", "pcm_s16le", 48_000, "stereo"),
        ("wav", "pcm_s24le", 44_100, "mono"),
        ("wav", "pcm_u8", 8_000, "mono"),
        ("wav", "pcm_mulaw", 8_000, "mono"),
        ("wav", "pcm_f32le", 22_050, "mono"),
    ],
)
def test_every_container_gives_the_same_tone(tone: Tone, tmp_path: Path, container: str, codec: str, rate: int, layout: str) -> None:
    data = encoded(tone, container, codec, rate, layout)
    path = tmp_path / "question"
    path.write_bytes(data)
    for source in (path, data, io.BytesIO(data)):
        clip = read_audio(source)
        assert clip.rate == RATE
        assert clip.samples.dtype == np.float32
        assert clip.seconds == pytest.approx(2.0, abs=0.1)
        assert frequency(clip) == pytest.approx(440, abs=2)
        assert np.abs(clip.samples[8000:-8000]).max() == pytest.approx(0.5, abs=0.06)  # codecs overshoot at the ends


def test_a_pipe_is_read_to_its_end(tone: Tone) -> None:
    """`auricle hear -`: what comes from another program cannot be wound back."""
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"], stdin=subprocess.PIPE, stdout=writing
    ) as cat:
        os.close(writing)
        assert cat.stdin is not None
        cat.stdin.write(wav_bytes(AudioClip(tone[:16_000], RATE)))
        cat.stdin.close()
        with os.fdopen(reading, "rb") as pipe:
            assert read_audio(pipe).seconds == pytest.approx(1.0)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no file .*nothing\.wav"):
        read_audio(tmp_path / "nothing.wav")


def test_a_folder_is_not_a_recording(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_audio(tmp_path)


@pytest.mark.parametrize(
    "data", [b"", b"How did I sleep last week?\n" * 50, b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", os.urandom(0) + bytes(range(256)) * 20]
)
def test_what_is_not_sound_is_refused(data: bytes, tmp_path: Path) -> None:
    """Playlists too: they would make the decoder open other files."""
    path = tmp_path / "question.wav"
    path.write_bytes(data)
    for source in (path, data):
        with pytest.raises(NotAudio) as error:
            read_audio(source)
        assert "\n" not in str(error.value)


def test_a_recorders_second_chunk_has_no_header(tone: Tone) -> None:
    """MediaRecorder, faster-whisper#1185: from the second chunk on there is no header."""
    whole = encoded(tone, "webm", "libopus", 48_000)
    cluster = whole.index(b"\x1f\x43\xb6\x75")
    with pytest.raises(NotAudio, match="from its first byte"):
        read_audio(whole[cluster + 4 :])


@pytest.mark.parametrize(("container", "codec"), [("webm", "libopus"), ("mp3", "libmp3lame"), ("wav", "pcm_s16le"), ("flac", "flac")])
def test_a_truncated_file_gives_what_is_there(tone: Tone, container: str, codec: str) -> None:
    data = encoded(np.tile(tone, 3), container, codec, 48_000)
    clip = read_audio(data[: len(data) // 2])
    assert 1.5 < clip.seconds < 4.5
    assert frequency(clip) == pytest.approx(440, abs=2)


def test_a_header_without_sound(tone: Tone) -> None:
    with pytest.raises(NotAudio):
        read_audio(wav_bytes(AudioClip(tone, RATE))[:44])


def test_a_picture_is_not_sound() -> None:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (32, 32), "red").save(out, "PNG")
    with pytest.raises(NotAudio):
        read_audio(out.getvalue())


def test_three_hours_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "night.wav"
    size = 3 * 3600 * RATE * 2
    header = (
        b"RIFF"
        + struct.pack("<I", size + 36)
        + b"WAVEfmt "
        + struct.pack("<IHHIIHH", 16, 1, 1, RATE, RATE * 2, 2, 16)
        + b"data"
        + struct.pack("<I", size)
    )
    path.write_bytes(header)
    os.truncate(path, size + 44)  # sparse: it takes no room
    tracemalloc.start()
    with pytest.raises(AudioError, match=r"180 minutes long.*10 minutes at most"):
        read_audio(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def placeholder_sizes(tone: Tone) -> bytes:
    """Programs that stream WAV write a placeholder of two gigabytes for the sizes."""
    data = bytearray(wav_bytes(AudioClip(tone, RATE)))
    data[4:8], data[40:44] = struct.pack("<I", 0x7FFFF024), struct.pack("<I", 0x7FFFF000)
    return bytes(data)


def test_a_header_that_lies_about_its_length(tone: Tone) -> None:
    assert read_audio(placeholder_sizes(tone)).seconds == pytest.approx(2.0, abs=0.01)


def test_a_stream_that_hides_its_length_is_stopped_while_it_is_read(tone: Tone) -> None:
    """A browser's recorder does not know the length when it writes the header."""
    data = encoded(np.tile(tone, 5), "webm", "libopus", 48_000, options={"live": "1"})
    assert read_audio(data).seconds == pytest.approx(10.0, abs=0.1)
    with pytest.raises(AudioError, match="is too long: one question may last 2 seconds at most"):
        read_audio(data, longest=2.0)


def test_antiphase_stereo_is_heard(tone: Tone) -> None:
    """whisperX#750: a downmix of such a file is silence."""
    interleaved = np.stack([tone, -0.8 * tone], axis=1)
    clip = read_audio(pcm((interleaved * 32767).astype("<i2").tobytes(), rate=RATE, width=2, channels=2))
    assert np.abs(clip.samples).max() == pytest.approx(0.5, abs=0.02)


def test_one_silent_channel_is_mixed(tone: Tone) -> None:
    assert np.abs(clip_of(np.stack([tone, 0 * tone]), RATE).samples).max() == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize(
    ("scale", "kind"), [(32767, np.int16), (2**31 - 1, np.int32), (32767, np.int64), (1.0, np.float64), (32767.0, np.float32), (1.0, np.float16)]
)
def test_arrays_of_any_type_have_one_scale(tone: Tone, scale: float, kind: type[np.generic]) -> None:
    """A 16-bit array that is not scaled comes out of the recogniser as Chinese."""
    clip = clip_of((tone.astype(np.float64) * scale).astype(kind), RATE)
    assert np.abs(clip.samples - tone).max() < 0.001


def test_unsigned_bytes(tone: Tone) -> None:
    assert np.abs(clip_of((tone * 127 + 128).astype(np.uint8), RATE).samples - tone).max() < 0.02


@pytest.mark.parametrize("axis", [0, 1])
def test_stereo_either_way_round_at_48_khz(tone: Tone, axis: int) -> None:
    stereo = np.stack([np.repeat(tone, 3)] * 2, axis=axis)
    clip = clip_of((stereo * 32767).astype(np.int16), 48_000)
    assert (clip.rate, len(clip.samples)) == (RATE, len(tone))
    assert frequency(clip) == pytest.approx(440, abs=2)


def test_values_that_are_no_numbers(tone: Tone) -> None:
    broken = tone.copy()
    broken[::100], broken[1], broken[2] = np.nan, np.inf, -np.inf
    clip = clip_of(broken, RATE)
    assert np.isfinite(clip.samples).all()
    assert np.abs(clip.samples).max() <= 1.0


def test_clipping_stays_in_range(tone: Tone) -> None:
    assert np.abs(clip_of(tone * 30, RATE).samples).max() == 1.0


def test_nothing_is_an_empty_clip() -> None:
    assert clip_of(np.zeros(0, np.float32), 48_000).seconds == 0
    assert clip_of(np.zeros((0, 2), np.int16), 48_000).seconds == 0


@pytest.mark.parametrize("array", [np.zeros((2, 3, 4)), np.zeros((100, 200)), np.zeros(8, complex), np.array(["a", "b"])])
def test_arrays_that_are_not_sound(array: npt.NDArray[np.generic]) -> None:
    with pytest.raises(AudioError, match="not sound"):
        clip_of(array, RATE)


def test_an_impossible_rate(tone: Tone) -> None:
    with pytest.raises(AudioError, match="cannot be right"):
        clip_of(tone, 0)


def test_an_array_of_an_hour() -> None:
    with pytest.raises(AudioError, match="60 minutes long"):
        clip_of(np.zeros(3600 * 8000, np.int16), 8_000)


def test_a_wav_comes_back(tone: Tone, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "reply.wav"
    write_wav(path, AudioClip(tone, RATE))
    assert np.abs(read_audio(path).samples - tone).max() < 1e-3
    assert [file.name for file in path.parent.iterdir()] == ["reply.wav"]


def test_a_wav_is_clipped_not_wrapped() -> None:
    loud = AudioClip(np.array([1.5, -1.5, np.nan, 0.0], np.float32), RATE)
    assert np.frombuffer(wav_bytes(loud)[44:], "<i2").tolist() == [32767, -32767, 0, 0]


def test_a_wav_that_cannot_be_written_leaves_the_old_one(tone: Tone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "reply.wav"
    write_wav(path, AudioClip(tone, RATE))
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(AudioError, match="No space left on device"):
        write_wav(path, AudioClip(tone * 0, RATE))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["reply.wav"]


def test_resampling_keeps_length_and_pitch(tone: Tone) -> None:
    clip = resampled(AudioClip(tone, RATE), 22_050)
    assert clip.seconds == pytest.approx(2.0, abs=0.001)
    assert frequency(clip) == pytest.approx(440, abs=2)


def test_a_pipe_that_is_named_like_a_file_is_read_to_its_end(tone: Tone, tmp_path: Path) -> None:
    """`auricle hear /dev/stdin`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(wav_bytes(AudioClip(tone, RATE))))
    writer.start()
    assert read_audio(pipe).seconds == pytest.approx(len(tone) / RATE)
    writer.join()
