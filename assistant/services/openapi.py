"""An OpenAPI description (3.0 or 3.1), read for the operations that the settings name: their arguments, where each goes, and where the key goes.

A description is written by others, too. It is looked up in itself alone, its words are cut short, its address must be https or on this machine, and
an operation that wants more than is understood here is left out with the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from assistant.errors import UsageError
from assistant.services.configured import HostedService, secured
from assistant.services.foreign import one_line
from assistant.services.schema import Unsupported, bounded, resolved

__all__ = ["Argument", "Description", "KeyPlace", "Operation", "read_description"]

LARGEST = 4_000_000  # bytes of a description
Place = Literal["path", "query", "header", "body", "whole"]
_METHODS = ("get", "post", "put", "patch", "delete")
# Headers that are ours or the connection's; the standard ignores the first three as parameters, too.
_OURS = frozenset(
    {"accept", "content-type", "authorization", "host", "cookie", "connection", "content-length", "transfer-encoding", "user-agent", "upgrade"}
)
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a plan. sent: its name at the service. place "whole": it is the body. joined: a list goes as "a,b" instead of several times."""

    name: str
    place: Place
    sent: str
    joined: bool = False


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where the key goes. before: what stands before it in a header, such as "Bearer "."""

    place: Literal["header", "query"]
    name: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked. path: with {names} for arguments. gives: the JSON type of the answer, where the description names it."""

    name: str
    method: str
    path: str
    words: str
    schema: Mapping[str, Any]
    arguments: tuple[Argument, ...]
    key: KeyPlace | None
    gives: str | None


@dataclass(frozen=True, slots=True)
class Description:
    """base: what every path is put behind. operations: those that were wanted and can be had. problems: why others cannot."""

    base: str
    operations: tuple[Operation, ...]
    problems: tuple[str, ...]


def read_description(service: HostedService) -> Description:
    """Raises `UsageError` for a file that is no description, or one without an address that may be asked."""
    document = _loaded(service.spec)
    if not isinstance(document, Mapping) or not str(document.get("openapi", "")).startswith("3.") or not isinstance(document.get("paths"), Mapping):
        raise UsageError(f"{service.spec} is no OpenAPI description of version 3; correct the setting spec.")
    base = service.base_url or _base(document, service.spec)
    known = dict(_known(document))
    operations, problems = [], []
    for wanted in service.operations:
        try:
            if wanted not in known:
                raise Unsupported("the description has no such operation")
            method, path = known[wanted]
            try:
                operations.append(_operation(wanted, method, path, document, service.key is not None))
            except (AttributeError, KeyError, TypeError) as error:  # a list where a table belongs: nobody checked the description
                raise Unsupported("its description does not hold") from error
        except Unsupported as error:
            problems.append(f"The operation {one_line(wanted, 60)!r} of {service.provider.name} is left out: {error}.")
    return Description(base, tuple(operations), tuple(problems))


def _loaded(path: Path) -> Any:
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is larger than {LARGEST // 1_000_000} MB, which no description is.")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read; correct the setting spec.") from error
    try:
        if path.suffix.lower() not in (".yaml", ".yml"):
            return json.loads(text)
        import yaml

        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # the one in C is ten times as fast
    except RecursionError as error:
        raise UsageError(f"{path} is nested too deeply to be a description; correct the setting spec.") from error
    except Exception as error:  # of JSON or YAML; the latter's errors have no base that can be named without importing it
        raise UsageError(f"{path} is neither JSON nor YAML; correct the setting spec.") from error


def _base(document: Mapping[str, Any], path: Path) -> str:
    servers = document.get("servers")
    first = servers[0] if isinstance(servers, list) and servers and isinstance(servers[0], Mapping) else {}
    url = str(first.get("url", ""))
    variables = first.get("variables")
    for name, given in (variables if isinstance(variables, Mapping) else {}).items():
        if isinstance(given, Mapping):
            url = url.replace(f"{{{name}}}", str(given.get("default", "")))
    try:
        if "{" in url or "?" in url or "#" in url:
            raise ValueError("it has parts that are open")
        return secured(url)
    except ValueError as error:
        raise UsageError(f"{path} names no address that can be asked safely ({one_line(url, 80) or 'none'}): set base_url.") from error


def _known(document: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Every operation by its id and by "GET /path"."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if isinstance(path, str) and path.startswith("/") and isinstance(item, Mapping) and isinstance(item.get(method), Mapping):
                yield f"{method.upper()} {path}", (method, path)
                if isinstance(identity := item[method].get("operationId"), str):
                    yield identity, (method, path)


def _operation(name: str, method: str, path: str, document: Mapping[str, Any], has_key: bool) -> Operation:
    item = document["paths"][path]
    found: Mapping[str, Any] = item[method]
    if item.get("servers") or found.get("servers"):
        raise Unsupported("it has an address of its own")
    properties: dict[str, Any] = {}
    required: list[str] = []
    arguments: dict[str, Argument] = {}

    def add(place: Place, sent: str, schema: Any, needed: bool, joined: bool = False) -> None:
        own = sent if sent not in arguments else f"{place}_{sent}"
        arguments[own] = Argument(own, place, sent, joined)
        properties[own] = schema
        if needed:
            required.append(own)

    for parameter in _parameters(item, found, document):
        _add_parameter(add, parameter)
    if method != "get" and "requestBody" in found:
        _add_body(add, resolved(found["requestBody"], document), document)
    schema = bounded({"type": "object", "properties": properties, "required": required}, {**document, "type": "object"}) if properties else _EMPTY
    kept = {}
    for own, argument in arguments.items():
        kind = schema["properties"].get(own)
        flat = kind is not None and (kind["type"] != "object" and (kind["type"] != "array" or kind["items"]["type"] not in ("object", "array")))
        if flat or (kind is not None and argument.place in ("body", "whole")):
            kept[own] = argument
        elif own in required:
            raise Unsupported(f"its {argument.place} holds more than a value")
    schema = {**schema, "properties": {own: schema["properties"][own] for own in kept}}
    open_parts = set(re.findall(r"\{([^{}]*)\}", path))
    if open_parts != {argument.sent for argument in kept.values() if argument.place == "path"}:
        raise Unsupported("its path has parts that no argument fills")
    words = one_line(str(found.get("summary") or found.get("description") or name), 200)
    return Operation(name, method.upper(), path, words, schema, tuple(kept.values()), _key(found, document, has_key), _gives(found, document))


_EMPTY: dict[str, Any] = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def _parameters(item: Mapping[str, Any], found: Mapping[str, Any], document: Any) -> Sequence[Mapping[str, Any]]:
    """Those of the path and of the operation, which go before."""
    by_place: dict[tuple[str, str], Mapping[str, Any]] = {}
    for part in [*(item.get("parameters") or ()), *(found.get("parameters") or ())]:
        parameter = resolved(part, document)
        if not isinstance(parameter, Mapping) or not isinstance(parameter.get("name"), str):
            raise Unsupported("a parameter of it is none")
        by_place[str(parameter.get("in")), parameter["name"]] = parameter
    return list(by_place.values())


def _add_parameter(add: Any, parameter: Mapping[str, Any]) -> None:
    place, name, needed = parameter.get("in"), parameter["name"], parameter.get("required") is True
    usual = {"path": "simple", "query": "form", "header": "simple"}
    styled = parameter.get("style", usual.get(str(place))) != usual.get(str(place))
    if place == "header" and name.lower() in ("accept", "content-type", "authorization"):
        return  # as the standard says
    if place not in usual or styled or "schema" not in parameter or (place == "header" and (name.lower() in _OURS or not _HEADER.fullmatch(name))):
        if needed or place == "path":
            raise Unsupported(f"its parameter {one_line(name, 40)!r} goes where nothing is sent from here")
        return
    schema = parameter["schema"]
    if isinstance(schema, Mapping) and isinstance(parameter.get("description"), str):
        schema = {**schema, "description": parameter["description"]}
    add(place, name, schema, needed or place == "path", joined=place != "query" or parameter.get("explode", True) is False)


def _add_body(add: Any, body: Any, document: Any) -> None:
    content = body.get("content") if isinstance(body, Mapping) else None
    kinds = content if isinstance(content, Mapping) else {}
    kind = next((kinds[name] for name in kinds if _is_json(str(name))), None)
    needed = isinstance(body, Mapping) and body.get("required") is True
    if not isinstance(kind, Mapping) or "schema" not in kind:
        if needed:
            raise Unsupported("its body is no JSON")
        return
    schema = resolved(kind["schema"], document)
    parts = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(parts, Mapping) or not parts:
        add("whole", "body", schema, needed)
        return
    lists = schema.get("required")
    for name, part in parts.items():
        add("body", str(name), part, needed and isinstance(lists, list) and name in lists)


def _is_json(kind: str) -> bool:
    name = kind.partition(";")[0].strip().lower()
    return name == "application/json" or name.endswith("+json")


def _key(found: Mapping[str, Any], document: Mapping[str, Any], has_key: bool) -> KeyPlace | None:
    """Where the key of an operation goes; None when it takes none. Of several ways the first that is understood."""
    ways = found.get("security", document.get("security"))
    if not isinstance(ways, list) or not ways:
        return None
    components = document.get("components")
    schemes = components.get("securitySchemes") if isinstance(components, Mapping) else None
    for way in ways:
        if isinstance(way, Mapping) and len(way) == 1 and isinstance(schemes, Mapping):
            place = _place(resolved(schemes.get(next(iter(way))), document))
            if place is not None and has_key:
                return place
    if any(way == {} for way in ways):
        return None
    raise Unsupported("it wants a key: set it as key" if not has_key else "its key goes where none is sent from here")


def _place(scheme: Any) -> KeyPlace | None:
    if not isinstance(scheme, Mapping):
        return None
    kind, name = scheme.get("type"), str(scheme.get("name", ""))
    if kind == "apiKey" and scheme.get("in") == "query" and name:
        return KeyPlace("query", name)
    if kind == "apiKey" and scheme.get("in") == "header" and _HEADER.fullmatch(name) and name.lower() not in _OURS - {"authorization"}:
        return KeyPlace("header", name)
    if kind in ("oauth2", "openIdConnect") or (kind == "http" and str(scheme.get("scheme", "")).lower() == "bearer"):
        return KeyPlace("header", "Authorization", "Bearer ")
    return None


def _gives(found: Mapping[str, Any], document: Any) -> str | None:
    """The type of a good answer, if it is one of JSON's and named."""
    responses = found.get("responses")
    for status, response in responses.items() if isinstance(responses, Mapping) else ():
        if str(status).startswith("2"):
            try:
                content = resolved(response, document).get("content", {})
                schema = next(resolved(kind["schema"], document) for name, kind in content.items() if _is_json(name))
                return schema["type"] if schema["type"] in ("object", "array", "string", "number", "integer", "boolean") else None
            except (Unsupported, AttributeError, KeyError, TypeError, StopIteration):
                return None
    return None
