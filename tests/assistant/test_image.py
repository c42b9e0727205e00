import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image as Pillow

from assistant.errors import UsageError
from assistant.image import open_image, read_image


def jpeg(width: int = 60, height: int = 40, orientation: int | None = None) -> bytes:
    picture = Pillow.new("RGB", (width, height), "white")
    buffer = io.BytesIO()
    if orientation is None:
        picture.save(buffer, "JPEG")
    else:
        exif = Pillow.Exif()
        exif[0x0112] = orientation
        exif[0x010F] = "Camera of somebody"
        picture.save(buffer, "JPEG", exif=exif)
    return buffer.getvalue()


def test_a_picture_is_upright_and_carries_no_metadata() -> None:
    image = read_image(jpeg(orientation=6), "photo.jpg", "image1")
    assert (image.width, image.height) == (40, 60)
    assert b"Camera of somebody" not in image.png
    assert not Pillow.open(io.BytesIO(image.png)).getexif()


def test_a_large_picture_is_made_smaller() -> None:
    image = read_image(jpeg(5000, 100), "wide.jpg", "image1")
    assert (image.width, image.height) == (2400, 48)


@pytest.mark.parametrize("content", [b"", b"hello", jpeg()[:200]])
def test_what_is_not_a_picture_is_said(content: bytes) -> None:
    with pytest.raises(UsageError, match="not a picture"):
        read_image(content, "x.jpg", "image1")


def test_a_decompression_bomb_is_refused() -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)) + chunk(b"IEND", b"")
    with pytest.raises(UsageError, match=r"megapixels|not a picture"):
        read_image(bomb, "bomb.png", "image1")


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no picture at"):
        open_image(tmp_path / "none.jpg", "image1")
