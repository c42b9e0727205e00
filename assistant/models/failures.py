"""What the `openai` client raises, as one sentence of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from assistant.errors import ModelError, ModelRefused, ModelTimeout
from assistant.models.endpoint import Endpoint

__all__ = ["UnknownOption", "broken_off", "failures", "first_line"]


class UnknownOption(ModelRefused):
    """The endpoint does not take the request as it is; something in it may be unknown there. `said`: its own words."""

    def __init__(self, sentence: str, said: str) -> None:
        super().__init__(sentence)
        self.said = said


@contextmanager
def failures(endpoint: Endpoint, *, begun: bool = False) -> Iterator[None]:
    """Raises `ModelTimeout` for silence, `ModelRefused` for what the endpoint will not do with this question, `ModelError` for the rest.

    begun: whether a part of the answer is there already.
    """
    import openai

    who = f"The language model at {endpoint.host}"
    url, key, model = (f"{endpoint.setting}{name}" for name in ("base_url", "api_key", "model"))
    try:
        yield
    except openai.APITimeoutError as error:
        raise ModelTimeout(f"{who} did not answer within {endpoint.timeout:g} seconds; try again, or use a faster one.") from error
    except openai.APIConnectionError as error:
        if begun:
            raise broken_off(endpoint) from error
        raise ModelError(f"{who} cannot be reached; check the setting {url}.") from error
    except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
        raise ModelError(f"{who} refuses the key; check the setting {key}.") from error
    except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
        if _too_long(error.message):
            raise ModelRefused(f"{who} refused the question: the text is too long for it.") from error
        raise UnknownOption(f"{who} refused the question: {first_line(error.message)}.", error.message) from error
    except openai.NotFoundError as error:
        raise ModelError(f"There is no language model {endpoint.model!r} at {endpoint.host}; check the settings {model} and {url}.") from error
    except openai.RateLimitError as error:
        raise ModelError(f"{who} is busy; try again in a moment.") from error
    except openai.APIStatusError as error:
        if 300 <= error.status_code < 400:  # never followed: the question would go to a place that nobody named
            raise ModelError(f"{who} sends questions on to another address; name that one in the setting {url}.") from error
        raise ModelError(f"{who} failed: {first_line(error.message)}.") from error
    except json.JSONDecodeError as error:
        raise ModelError(f"What answers at {endpoint.host} is not a language model; check the setting {url}.") from error
    except (openai.OpenAIError, TypeError, ValueError, AttributeError) as error:  # its own parsing fails over answers of strange shape
        raise ModelError(f"{who} failed: {first_line(str(error))}.") from error


def broken_off(endpoint: Endpoint) -> ModelError:
    return ModelError(f"The language model at {endpoint.host} broke off in the middle of its answer; try again.")


def first_line(message: str) -> str:
    return (message.strip().splitlines() or ["no reason given"])[0][:200].rstrip(".")


def _too_long(message: str) -> bool:
    return "context" in message.lower() and any(word in message.lower() for word in ("exceed", "length", "size", "maximum"))
