"""Operations of a hosted service as tasks. What is asked leaves the machine, so each needs the setting `allow`, and one that changes things a yes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from anyio import to_thread

from assistant.errors import AuricleError, NoData, TaskError
from assistant.facts import Excerpt, Source
from assistant.loopback import host_of
from assistant.services.configured import HostedService
from assistant.services.exchange import Answered, Asked, exchange
from assistant.services.foreign import fields, language_of, one_line, parsed, quoted_sentences, readable, snake
from assistant.services.openapi import Description, Operation, read_description
from assistant.services.schema import validated
from assistant.tasks.spec import Context, Outcome, Provider, TaskFunction, TaskSpec
from assistant.types import Json

__all__ = ["asked_of", "outcome_of", "service_tasks"]

_STATUS = {
    400: "did not understand what it was asked; other arguments may do better",
    401: "did not accept the key; correct the setting services.{name}.key",
    403: "did not accept the key; correct the setting services.{name}.key",
    404: "has nothing there",
    409: "says that this does not fit what it has",
    422: "did not understand what it was asked; other arguments may do better",
    429: "is asked too often at the moment; try again later",
}


def service_tasks(name: str, service: HostedService, tell: Callable[[str], None]) -> tuple[TaskSpec, ...]:
    """A task for every operation that the settings name. tell: gets one sentence for each that is left out."""
    try:
        description = read_description(service)
    except AuricleError as error:
        tell(f"The service {name!r} is left out: {error}")
        return ()
    for problem in description.problems:
        tell(problem)
    return tuple(_task(name, service, description, operation) for operation in description.operations)


def _task(name: str, service: HostedService, description: Description, operation: Operation) -> TaskSpec:
    told = service.provider
    task = f"{name}_{snake(operation.name)}"
    chat_name = f"{told.name}: {snake(operation.name).replace('_', ' ')}"
    return TaskSpec(
        task,
        chat_name,
        one_line(f"Service of {told.name}, in its own unchecked words: {operation.words}", 200),
        operation.schema,
        _calling(name, service, description.base, operation, chat_name),
        permission="network" if operation.method == "GET" else "effect",
        seconds=service.timeout + 1,  # the exchange's own limit comes first, and knows more
        untrusted=True,
        exemplars=service.exemplars.get(operation.name, {}),
        outputs={"json": {**({"type": operation.gives} if operation.gives else {}), "description": f"the whole answer of {chat_name}"}},
        output="pipe",
        cost="network",
        family=name,
        provider=Provider(told.name, host_of(description.base), told.key_from, told.privacy, told.leaves),
        bound=validated(task, operation.schema),
    )


def _calling(name: str, service: HostedService, base: str, operation: Operation, chat_name: str) -> TaskFunction:
    key = service.key.get_secret_value() if service.key else None

    async def run(context: Context, /, **arguments: Any) -> Outcome:
        answered = await exchange(asked_of(operation, base, arguments, key), seconds=service.timeout)
        return await to_thread.run_sync(outcome_of, answered, chat_name, name, context.language)

    return run


def asked_of(operation: Operation, base: str, arguments: Mapping[str, Json], key: str | None) -> Asked:
    """The request. Raises `TaskError` for a value that cannot stand where it goes."""
    path, query, body = operation.path, list[tuple[str, str]](), dict[str, Json]()
    headers: dict[str, str] = {}
    whole: Json = None
    for argument in operation.arguments:
        value = arguments.get(argument.name)
        if value is None:
            continue
        match argument.place:
            case "path":
                path = path.replace(f"{{{argument.sent}}}", _segment(argument.name, value))
            case "query" if isinstance(value, list) and not argument.joined:
                query += [(argument.sent, _text(item)) for item in value]
            case "query":
                query.append((argument.sent, _text(value)))
            case "header":
                headers[argument.sent] = _header(argument.name, _text(value))
            case "body":
                body[argument.sent] = value
            case "whole":
                whole = value
    if operation.key is not None and key is not None:
        if operation.key.place == "query":
            query.append((operation.key.name, key))
        else:
            headers[operation.key.name] = operation.key.before + key
    content = json.dumps(whole if whole is not None else body).encode() if whole is not None or body else None
    if content is not None:
        headers["Content-Type"] = "application/json"
    url = base.rstrip("/") + path + (f"?{urlencode(query)}" if query else "")
    return Asked(operation.method, url, headers, content)


def _text(value: Json) -> str:
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)


def _segment(name: str, value: Json) -> str:
    """A part of a path that stays one: nobody climbs out of it."""
    text = _text(value)
    if text in ("", ".", ".."):
        raise TaskError(f"The argument {name!r} cannot be {text!r}.")
    return quote(text, safe="")


def _header(name: str, text: str) -> str:
    if not text.isascii() or not text.isprintable():
        raise TaskError(f"The argument {name!r} has characters that cannot be sent.")
    return text


def outcome_of(answered: Answered, chat_name: str, name: str, language: str) -> Outcome:
    """The answer as data for later steps and as a quotation of its first fields."""
    if answered.status >= 400:
        said = _STATUS.get(answered.status, "has a fault of its own" if answered.status >= 500 else "refused what it was asked")
        raise TaskError(f"{chat_name} {said.format(name=name)} ({answered.status}).")
    kind = answered.kind.partition(";")[0].strip().lower()
    source = Source("service", chat_name, chat_name)
    if not answered.content.strip():
        if answered.status == 204:
            return Outcome((Excerpt(chat_name, "en", ("Done.",), source),))
        raise NoData(f"{chat_name} answered with nothing.")
    if kind == "text/plain":
        text = readable(answered.content.decode("utf-8", "replace"))
        language = language_of(text, language)
        return Outcome((Excerpt(chat_name, language, quoted_sentences(text, language), source),), {"json": text})
    if kind != "application/json" and not kind.endswith("+json"):
        raise TaskError(f"{chat_name} answered with {one_line(kind, 40) or 'something of no stated kind'} instead of JSON.")
    try:
        value = parsed(answered.content)
    except ValueError as error:
        raise TaskError(f"{chat_name} answered with JSON that is broken.") from error
    said_fields = fields(value)
    if not said_fields:
        raise NoData(f"{chat_name} found nothing.")
    return Outcome((Excerpt(chat_name, language, said_fields, source),), {"json": value})
