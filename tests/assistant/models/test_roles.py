"""Who answers for whom, as people write it, and where that lets their questions go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.errors import UsageError
from assistant.models.endpoint import Endpoint
from assistant.models.roles import EMBEDDED, ROLES, chain
from assistant.settings import Settings

HOME = "http://127.0.0.1:8080/v1"
FAR = "https://models.example/v1"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Settings from a text of auricle.toml."""

    def read(text: str) -> Settings:
        (tmp_path / "auricle.toml").write_text(text)
        monkeypatch.setenv("AURICLE_CONFIG", str(tmp_path / "auricle.toml"))
        return Settings.read()

    return read


def urls(settings: Settings, role: Any) -> list[str]:
    return [each.base_url if isinstance(each, Endpoint) else each for each in chain(settings, role)]


def test_without_settings_everything_is_embedded() -> None:
    assert [chain(Settings(), role) for role in ROLES] == [(EMBEDDED,)] * 3
    assert chain(Settings(light=True), "planner") == ()
    assert (Settings().leaves, Settings().leaves_for) == ((), None)
    assert (Settings().embedded, Settings(light=True).embedded) == (True, False)


def test_the_general_endpoint_serves_all_roles(written: Any) -> None:
    settings = written(f'llm_base_url = "{FAR}"\nllm_api_key = "k"\nllm_model = "large"\nllm_timeout = 20\nllm_fallback = "embedded"')
    for role in ROLES:
        endpoint, last = chain(settings, role)
        assert isinstance(endpoint, Endpoint)
        assert (endpoint.base_url, endpoint.api_key, endpoint.model, endpoint.timeout, endpoint.setting) == (FAR, "k", "large", 20, "llm_")
        assert last == EMBEDDED
    assert settings.embedded
    assert settings.leaves == ("models.example",)


def test_a_role_of_its_own(written: Any) -> None:
    settings = written(
        f"""
        llm_base_url = "{HOME}"
        llm_api_key = "home-key"

        [roles.planner]
        base_url = "{FAR}"
        api_key = "far-key"
        model = "large"
        timeout = 30
        first = 5

        [roles.planner.fallback]
        base_url = "https://spare.example:8443/v1"
        api_key = "spare-key"
        model = "spare"

        [roles.judge]
        base_url = "embedded"
        """
    )
    first, second = chain(settings, "planner")
    assert isinstance(first, Endpoint)
    assert isinstance(second, Endpoint)
    assert (first.api_key, first.timeout, first.first, first.pause, first.setting) == ("far-key", 30, 5, 15, "roles.planner.")
    assert (second.api_key, second.model, second.setting) == ("spare-key", "spare", "roles.planner.fallback.")
    assert urls(settings, "responder") == [HOME]
    assert urls(settings, "judge") == [EMBEDDED]
    assert settings.leaves == ("models.example", "spare.example")
    assert settings.leaves_for == "models.example, spare.example"
    assert not settings.embedded


def test_only_another_model_at_the_same_place(written: Any) -> None:
    settings = written(f'llm_base_url = "{FAR}"\nllm_api_key = "k"\n[roles.planner]\nmodel = "larger"\nfallback = "embedded"')
    endpoint, last = chain(settings, "planner")
    assert isinstance(endpoint, Endpoint)
    assert (endpoint.base_url, endpoint.api_key, endpoint.model, last) == (FAR, "k", "larger", EMBEDDED)
    assert len(chain(settings, "judge")) == 1


def test_a_key_does_not_go_to_another_address(written: Any) -> None:
    settings = written(f'llm_base_url = "{HOME}"\nllm_api_key = "secret"\n[roles.planner]\nbase_url = "{FAR}"')
    (endpoint,) = chain(settings, "planner")
    assert isinstance(endpoint, Endpoint)
    assert endpoint.api_key == "none"


def test_what_is_embedded_never_falls_back_to_an_address(written: Any) -> None:
    """A hiccup of the embedded model must not be what makes a question leave the machine."""
    settings = written(f'llm_fallback = {{base_url = "{FAR}"}}\n[roles.judge]\nbase_url = "embedded"\nfallback = {{base_url = "{FAR}"}}')
    assert [urls(settings, role) for role in ROLES] == [[EMBEDDED]] * 3
    assert settings.leaves == ()


def test_the_environment_sets_one_value_and_the_file_the_rest(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_ROLES__PLANNER__API_KEY", "from-env")
    (endpoint,) = chain(written(f'[roles.planner]\nbase_url = "{FAR}"\nmodel = "large"'), "planner")
    assert isinstance(endpoint, Endpoint)
    assert (endpoint.base_url, endpoint.model, endpoint.api_key) == (FAR, "large", "from-env")


def test_light_leaves_no_fallback_to_the_embedded_model(written: Any) -> None:
    settings = written(f'light = true\nllm_base_url = "{FAR}"\nllm_fallback = "embedded"')
    assert urls(settings, "planner") == [FAR]
    assert not settings.embedded


def test_the_responder_is_counted_only_where_it_is_asked(written: Any) -> None:
    text = f'[roles.planner]\nbase_url = "{HOME}"'
    assert not written(text).embedded
    assert written(f"rephrase = true\n{text}").embedded


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[roles.planner]\nbase_url = "models.example"', r"roles\.planner\.base_url: this is not a URL"),
        ('[roles.planner]\nbase_url = "http://[::1"', r"roles\.planner\.base_url: this is not a URL"),
        ('llm_base_url = "localhost:8080/v1"', "llm_base_url: this is not a URL"),
        ('[roles.planer]\nmodel = "x"', r"roles\.planer: Extra inputs"),
        ("[roles.planner]\ntimeout = 0", r"roles\.planner\.timeout: Input should be greater than 0"),
        ("[roles.planner]\nprice_in = -1", r"roles\.planner\.price_in"),
        ('[roles.planner]\nfallback = "spare"', r"roles\.planner\.fallback"),
    ],
)
def test_what_is_wrong_is_named(written: Any, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        written(text)
    assert "\n" not in str(caught.value)


def test_no_key_is_ever_shown(written: Any) -> None:
    settings = written(f'[roles.planner]\nbase_url = "{FAR}"\napi_key = "secret-1"\nfallback = {{base_url = "{FAR}", api_key = "secret-2"}}')
    shown = f"{settings!r} {chain(settings, 'planner')!r}"
    assert "secret" not in shown
