"""Pictures that come with a question: decoded once, bounded, stripped of metadata."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from assistant.errors import UsageError
from assistant.types import Image

__all__ = ["MAX_BYTES", "open_image", "open_images", "read_image"]

MAX_BYTES = 30_000_000
MAX_PIXELS = 50_000_000  # a 48-megapixel phone camera fits; a decompression bomb does not
LONGEST_SIDE = 2400  # enough for small print, bounded for the reader


def open_images(paths: Iterable[Path]) -> tuple[Image, ...]:
    """The pictures of one question, with the keys "image1", "image2", …; raises `UsageError` naming the first that is none."""
    return tuple(open_image(path, f"image{number}") for number, path in enumerate(paths, 1))


def open_image(path: Path, key: str) -> Image:
    """Read a picture from a file; raises `UsageError` with one sentence when it is not one."""
    if not path.is_file():
        raise UsageError(f"There is no picture at {path}; check the path.")
    if path.stat().st_size > MAX_BYTES:
        raise UsageError(f"{path.name} is larger than {MAX_BYTES // 1_000_000} MB; send a smaller picture.")
    return read_image(path.read_bytes(), path.name, key)


def read_image(content: bytes, name: str, key: str) -> Image:
    """Decode `content` into an upright RGB PNG without metadata (place, time, camera). Raises `UsageError`."""
    from PIL import Image as Pillow
    from PIL import ImageOps, UnidentifiedImageError

    try:
        with Pillow.open(io.BytesIO(content)) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise UsageError(f"{name} has more than {MAX_PIXELS // 1_000_000} megapixels; send a smaller picture.")
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (UnidentifiedImageError, OSError, Pillow.DecompressionBombError, SyntaxError, ValueError) as error:
        raise UsageError(f"{name} is not a picture that can be read; send a JPEG, PNG or WebP.") from error
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    buffer = io.BytesIO()
    upright.save(buffer, "PNG")
    return Image(key, name, upright.width, upright.height, buffer.getvalue())
