"""Train the router that is shipped: `python -m assistant.planning.train [FILE]`, when exemplars or word lists have changed; a test says when.

Beside it, in `exemplars.npz`, go the vectors of the exemplars, so that nobody embeds them again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from assistant.assets import asset
from assistant.models.embedding import embed
from assistant.planning.exemplars import read_exemplars
from assistant.planning.reading import train
from assistant.planning.vectors import Vectors

__all__ = ["main"]


def main(target: Path) -> None:
    exemplars = read_exemplars()
    kept = target.with_name("exemplars.npz")
    vectors = Vectors(embed, [kept])
    reader = train(exemplars, vectors.of)
    reader.save(target)
    vectors.save(kept, [sentence.text for sentence in exemplars.sentences])
    found = reader.head.reliability
    print(
        f"{target}: {found.n} exemplars, left out with their translations: accuracy {found.accuracy:.3f}, calibration error {found.error:.3f}; "
        f"from p ≥ {reader.head.threshold:.2f}: coverage {found.coverage:.2f}, precision {found.precision:.3f}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else asset("exemplars").parent / "router.npz")
