"""The study, the trainer and what it ships."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.assets import asset
from assistant.errors import UsageError
from assistant.physiology.features import FEATURES
from assistant.stress import train
from assistant.stress.fit import fit_logistic, fit_network
from assistant.stress.measure import auc, out_of_fold
from assistant.stress.model import Logistic, Network, arousal
from assistant.stress.split import by_person
from assistant.stress.study import Study, read_study


def made_up(people: int = 12, minutes: int = 40, shift: float = 1.5) -> Study:
    """People whose features all move by `shift` of their own spread while a task runs."""
    rng = np.random.default_rng(9)
    task = np.tile(np.arange(minutes) % 10 >= 7, people)
    person = np.repeat(np.arange(people), minutes)
    own = rng.normal(70, 15, (people, 32))[person]
    features = own + 3 * (rng.normal(size=(people * minutes, 32)) + shift * task[:, None])
    return Study(features, task, person, np.tile(np.arange(minutes) * 30.0, people), np.ones(len(task), bool))


def test_normalising_finds_what_each_persons_level_hides() -> None:
    study = made_up()
    splits = by_person(study.person, 4)
    raw = auc(out_of_fold(fit_logistic, study.features, study.task, study.person, splits), study.task)
    normal = auc(out_of_fold(fit_logistic, study.normalised(), study.task, study.person, splits), study.task)
    assert raw < 0.8
    assert normal > 0.95


def test_nothing_of_later_enters_the_baseline() -> None:
    study = made_up()
    before = study.normalised()
    study.features[study.at >= 500] += 100
    early = study.at < 500
    np.testing.assert_array_equal(study.normalised()[early], before[early])


def test_the_network_learns_and_both_survive_being_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = made_up()
    x = study.normalised()
    for name, fit in (("logistic", fit_logistic), ("network", fit_network)):
        model = fit(x, study.task, study.person)
        assert auc(model.probability(x), study.task) > 0.9
        (tmp_path / f"{name}.json").write_text(json.dumps(train.saved(model)))
    monkeypatch.setattr("assistant.stress.model.asset", lambda *parts: tmp_path / parts[-1])
    arousal.cache_clear()
    try:
        loaded = arousal("network")
        np.testing.assert_allclose(loaded.probability(x), model.probability(x), atol=1e-6)
        assert arousal("logistic").probability(x).shape == (len(x),)
    finally:
        arousal.cache_clear()


def test_what_ships_has_the_sizes_of_the_protocol() -> None:
    logistic, network = arousal("logistic"), arousal("network")
    assert isinstance(logistic, Logistic)
    assert isinstance(network, Network)
    assert [layer.weights.shape for layer in (*network.encoder, *network.layers)] == [(32, 24), (24, 12), (12, 12), (12, 8), (8, 5), (5, 5)]
    assert logistic.weights.shape == (len(FEATURES),)
    flat = np.zeros((1, 32))
    assert network.levels(flat).sum() == pytest.approx(1)
    # At their own mean people are seldom at a task; a quicker pulse makes it likelier.
    quick = flat.copy()
    quick[0, FEATURES.index("heart_rate")], quick[0, FEATURES.index("mean_nn")], quick[0, FEATURES.index("median_nn")] = 3, -3, -3
    assert logistic.probability(flat)[0] < logistic.probability(quick)[0]


def test_a_file_for_other_features_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = json.loads(asset("stress", "logistic.json").read_text())
    held["features"][0] = "pulse"
    (tmp_path / "logistic.json").write_text(json.dumps(held))
    monkeypatch.setattr("assistant.stress.model.asset", lambda *parts: tmp_path / parts[-1])
    arousal.cache_clear()
    try:
        with pytest.raises(UsageError, match="make train-stress"):
            arousal("logistic")
    finally:
        arousal.cache_clear()


def test_the_card_names_every_figure_and_what_leaks() -> None:
    study = made_up(people=6)
    text = train.card([("All", (train.leaking(study),))])
    assert "LEAKING" in text
    assert "| model | accuracy | balanced accuracy | AUC | Brier score | calibration error |" in text
    assert "240 minutes of 6 people" in text


def test_the_figures_of_the_card_come_out_again_on_a_few_people(shared_file: Callable[[str], Path]) -> None:
    folder = shared_file("data/stress-predict/Processed_data/Improved_All_Combined_hr_rsp_binary.csv.gz").parents[1]
    study = read_study(folder, people=6)
    assert len(set(study.person.tolist())) == 6
    assert 350 < len(study) < 650
    assert 0.2 < study.task.mean() < 0.45
    assert np.isfinite(study.features).all()
    # The shipped model has seen these people: this only shows that data, features and model fit together.
    assert auc(arousal("logistic").probability(study.normalised()), study.task) > 0.6


def test_without_the_data_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name the folder of Stress-Predict with --data"):
        read_study(tmp_path)
