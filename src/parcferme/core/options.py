"""Options: the choices made before a game starts, declared once per game in its `meta.py`.

A declaration knows its bounds, its default, its JSON schema and its place in the variant's name. `OptionSpec.read`
turns anything a person typed, a record holds or a form sent into an `Options` mapping with every key present, or
raises `BadOption`. `rallyman(players=2,weather=variable)` is the canonical name of a variant: only what differs from
the defaults, in declared order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from parcferme.core.bounds import DEEPEST, MISFIT, MOST_VALUES, is_readable, is_small, misfit
from parcferme.core.errors import BadOption

Value = object  # an int, bool, str, or a list or dict of them
Options = dict[str, Value]  # complete and validated: made by OptionSpec.read only

_BARE = re.compile(r"[A-Za-z0-9_.:/+*-]+")


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One declared option. Subclasses say what values it takes."""

    def __init__(self, name: str, default: Value, help: str) -> None:
        self.name = name
        self.default = default
        self.help = help

    def check(self, value: Value) -> str | None:
        """What is wrong with the value, or `None`."""
        return None

    def schema(self) -> dict[str, object]:
        """JSON schema of the value."""
        return {}

    def full_schema(self) -> dict[str, object]:
        return {**self.schema(), "default": self.default, "description": self.help}


class Flag(Option):
    """Yes or no."""

    def __init__(self, name: str, default: bool, help: str) -> None:
        super().__init__(name, default, help)

    def check(self, value: Value) -> str | None:
        return None if isinstance(value, bool) else f"{value!r} is neither true nor false"

    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}


class Int(Option):
    """A whole number between two bounds."""

    def __init__(self, name: str, low: int, high: int, default: int, help: str) -> None:
        super().__init__(name, default, help)
        self.low = low
        self.high = high

    def check(self, value: Value) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{value!r} is not a whole number"
        if not self.low <= value <= self.high:
            return f"{value} is not between {self.low} and {self.high}"
        return None

    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Choice(Option):
    """One of a few words."""

    def __init__(self, name: str, choices: tuple[str, ...], default: str, help: str) -> None:
        super().__init__(name, default, help)
        self.choices = choices

    def check(self, value: Value) -> str | None:
        return None if value in self.choices else f"{value!r} is not one of {', '.join(self.choices)}"

    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(self.choices)}


class Text(Option):
    """A text that matches a pattern."""

    def __init__(self, name: str, pattern: str, default: str, help: str) -> None:
        super().__init__(name, default, help)
        self.pattern = pattern

    def check(self, value: Value) -> str | None:
        if not isinstance(value, str):
            return f"{value!r} is not a text"
        if re.fullmatch(self.pattern, value, re.ASCII) is None:
            return f"{value!r} does not read as {self.pattern}"
        return None if is_readable(value) else f"{value!r} cannot be printed as it stands"

    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


class Items(Option):
    """A list, each item checked by another option's rules."""

    def __init__(self, name: str, item: Option, least: int, most: int, default: list[Value], help: str) -> None:
        super().__init__(name, default, help)
        self.item = item
        self.least = least
        self.most = most

    def check(self, value: Value) -> str | None:
        if not isinstance(value, list):
            return f"{value!r} is not a list"
        if not self.least <= len(value) <= self.most:
            return f"has {len(value)} items, not between {self.least} and {self.most}"
        for index, item in enumerate(value):
            wrong = self.item.check(item)
            if wrong is not None:
                return f"item {index + 1}: {wrong}"
        return None

    def schema(self) -> dict[str, object]:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


class Document(Option):
    """A whole content document (a board, a deck, tables) or null for the house's own; the game validates it."""

    def __init__(self, name: str, help: str) -> None:
        super().__init__(name, None, help)

    def check(self, value: Value) -> str | None:
        if value is not None and not isinstance(value, dict):
            return "is neither null nor an object"
        if not is_small(value):
            return f"is too large: at most {MOST_VALUES} values, {DEEPEST} deep"
        place = misfit(value)
        return f"{place} {MISFIT}" if place else None

    def schema(self) -> dict[str, object]:
        return {"type": ["object", "null"]}


class OptionSpec:
    """All options of a game."""

    def __init__(self, game: str, options: Sequence[Option]) -> None:
        self.game = game
        self.options = {option.name: option for option in options}
        if len(self.options) != len(options):
            raise BadOption(game, ", ".join(option.name for option in options), "an option is declared twice")
        for option in options:
            wrong = option.check(option.default)
            if wrong is not None:
                raise BadOption(game, option.name, f"its own default: {wrong}")

    def read(self, given: Mapping[str, Value]) -> Options:
        """Validate and complete; raises BadOption naming the first option that is wrong."""
        for name in given:
            if name not in self.options:
                raise BadOption(self.game, name, f"unknown; the options are {', '.join(self.options)}")
        chosen: Options = {}
        for name, option in self.options.items():
            value = given.get(name, option.default)
            wrong = option.check(value)
            if wrong is not None:
                raise BadOption(self.game, name, wrong)
            chosen[name] = value
        return chosen

    def schema(self) -> dict[str, object]:
        """JSON schema of the options object."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.game} options",
            "type": "object",
            "properties": {name: option.full_schema() for name, option in self.options.items()},
            "additionalProperties": False,
        }

    def changed(self, options: Mapping[str, Value]) -> Options:
        """Only what differs from the defaults, in declared order."""
        return {name: options[name] for name, o in self.options.items() if options[name] != o.default}

    def name(self, options: Mapping[str, Value]) -> str:
        """The canonical name of the variant: `rallyman(players=2,weather=variable)`."""
        parts = [f"{name}={_written(value)}" for name, value in self.changed(options).items()]
        return f"{self.game}({','.join(parts)})" if parts else self.game

    def parse_values(self, texts: Mapping[str, str]) -> Options:
        """Options typed as `key=text`, each text a bare word, number or JSON value."""
        return self.read({name: self._typed(name, text) for name, text in texts.items()})

    def _typed(self, name: str, text: str) -> Value:
        """For an option that takes words, what looks like a number is a word too: `dice=2010`."""
        value = _read_value(text)
        worded = isinstance(self.options.get(name), (Choice, Text))
        return text if worded and not isinstance(value, str) else value


def split_variant(variant: str) -> tuple[str, dict[str, str]]:
    """`game(key=value,…)` → the game's id and the texts of its options; raises BadOption."""
    match = re.fullmatch(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*", variant, re.DOTALL)
    if match is None:
        raise BadOption(variant, "", "does not read as game(key=value,key=value)")
    game, inside = match.group(1), match.group(2) or ""
    texts: dict[str, str] = {}
    for part in _split_commas(inside):
        key, equals, text = part.partition("=")
        if not equals or not key.strip():
            raise BadOption(game, part.strip(), "does not read as key=value")
        if key.strip() in texts:
            raise BadOption(game, key.strip(), "is given twice")
        texts[key.strip()] = text.strip()
    return game, texts


def _split_commas(text: str) -> list[str]:
    """Split at commas that are outside quotes, brackets and braces."""
    parts: list[str] = []
    depth = 0
    quoted = False
    escaped = False
    current = ""
    for char in text:
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        if char == "," and depth == 0 and not quoted:
            parts.append(current)
            current = ""
        else:
            current += char
    return [part for part in [*parts, current] if part.strip()]


def _written(value: Value) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and isinstance(_read_value(value), str):
        return value
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def _read_value(text: str) -> Value:
    """A JSON value, else the bare word itself."""
    try:
        value: Value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
