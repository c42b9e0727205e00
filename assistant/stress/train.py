"""`make train-stress`: measure every model of the protocol (docs/stress.md), write the card into that page, and the models to assets/stress."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from assistant.errors import UsageError
from assistant.physiology.features import FEATURES
from assistant.physiology.wave import Bools, Floats
from assistant.stress.fit import Fit, fit_logistic, fit_network
from assistant.stress.measure import FIGURES, Scores, out_of_fold, scores
from assistant.stress.model import Arousal, Layer, Logistic, Network
from assistant.stress.split import Indices, by_person, leave_one_out
from assistant.stress.study import Study, read_study

__all__ = ["card", "evaluate", "leaking", "main", "saved"]

FOLDS = 10
START, END = "<!-- figures -->", "<!-- /figures -->"
HEART_RATE = FEATURES.index("heart_rate")


def evaluate(study: Study, say: Callable[[str], None] = print) -> tuple[Scores, ...]:
    """Every row of the protocol's table, in its order."""
    raw, normal = study.features, study.normalised()
    y, person = study.task, study.person
    share = np.full(len(y), y.mean())
    found = [scores("majority", share, y, person)]
    rows: list[tuple[str, Fit, Floats]] = [
        ("heart rate alone, raw", fit_logistic, raw[:, [HEART_RATE]]),
        ("heart rate alone, normalised", fit_logistic, normal[:, [HEART_RATE]]),
        ("32 features, raw", fit_logistic, raw),
        ("32 features, normalised (default)", fit_logistic, normal),
        ("network of openCHA's demo, normalised", fit_network, normal),
    ]
    for name, fit, x in rows:
        say(f"{name} …")
        found.append(scores(name, out_of_fold(fit, x, y, person, by_person(person, FOLDS)), y, person))
    say("32 features, one person left out …")
    found.append(
        scores("32 features, normalised, one person left out", out_of_fold(fit_logistic, normal, y, person, leave_one_out(person)), y, person)
    )
    return tuple(found)


def leaking(study: Study) -> Scores:
    """How a split by chance would have looked, with minutes of one person on both sides and the time in the session as a feature. Never a result."""
    from sklearn.ensemble import RandomForestClassifier

    x = np.column_stack([study.features, study.at])
    p = np.full(len(study), np.nan)
    order = np.random.default_rng(0).permutation(len(study))
    for test in np.array_split(order, 5):
        learn = np.setdiff1d(order, test)
        forest = RandomForestClassifier(60, min_samples_leaf=2, random_state=0).fit(x[learn], study.task[learn])
        p[test] = forest.predict_proba(x[test])[:, 1]
    return scores("LEAKING: random forest, split by minutes, with time in session", p, study.task, study.person)


def card(tables: list[tuple[str, tuple[Scores, ...]]]) -> str:
    """The figures as Markdown."""
    lines: list[str] = []
    for title, found in tables:
        n, people = found[0].n, found[0].people
        lines += ["", f"{title}: {n:,} minutes of {people} people.", "", f"| model | {' | '.join(FIGURES)} |", "|---|" + "---|" * len(FIGURES)]
        lines += [f"| {one.name} | {' | '.join(_cell(one.figures[figure]) for figure in FIGURES)} |" for one in found]
    return "\n".join([*lines, ""])


def saved(model: Arousal) -> dict[str, Any]:
    """A model as JSON, with nine significant figures: enough that no level changes."""
    if isinstance(model, Logistic):
        own: dict[str, Any] = {"weights": _list(model.weights), "intercept": _round(model.intercept)}
    elif isinstance(model, Network):
        own = {"encoder": [_layer(layer) for layer in model.encoder], "layers": [_layer(layer) for layer in model.layers]}
    else:
        raise UsageError(f"{type(model).__name__} is no model that can be saved.")
    scale = {"mean": _list(model.mean), "spread": _list(model.spread)}
    return {"features": list(FEATURES), **scale, **own, "slope": _round(model.slope), "offset": _round(model.offset)}


def _layer(layer: Layer) -> dict[str, Any]:
    return {"weights": [_list(row) for row in layer.weights], "bias": _list(layer.bias)}


def _list(values: Floats) -> list[float]:
    return [_round(float(value)) for value in values]


def _round(value: float) -> float:
    return float(f"{value:.9g}")


def _cell(figure: tuple[float, float, float]) -> str:
    value, low, high = figure
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"


def _fitted(study: Study) -> dict[str, Arousal]:
    x, y, person = study.normalised(), study.task, study.person
    fits: dict[str, Callable[[Floats, Bools, Indices], Arousal]] = {"logistic": fit_logistic, "network": fit_network}
    return {name: fit(x, y, person) for name, fit in fits.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of Stress-Predict")
    parser.add_argument("--page", type=Path, help="write the card into this page, between its marks")
    parser.add_argument("--out", type=Path, required=True, help="where the models are written")
    given = parser.parse_args()
    study = read_study(given.data)
    gated = study.only(study.passed)
    first = (*evaluate(study), leaking(study))
    text = card([("All minutes with enough intervals", first), (f"Minutes that pass the quality gate ({study.passed.mean():.0%})", evaluate(gated))])
    print(text)
    if given.page is not None:
        before, rest = given.page.read_text(encoding="utf-8").split(START)
        given.page.write_text(f"{before}{START}\n{text}{END}{rest.split(END)[1]}", encoding="utf-8")
    given.out.mkdir(parents=True, exist_ok=True)
    for name, model in _fitted(study).items():
        (given.out / f"{name}.json").write_text(json.dumps(saved(model)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
