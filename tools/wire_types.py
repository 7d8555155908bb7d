"""The browser's types of everything the server tells, made from the structs themselves: `web/src/lib/wire.ts`, and of
each game's view from its view_types.py: `web/src/boards/GAME/wire.ts`.

python tools/wire_types.py            write them anew
python tools/wire_types.py --check    fail where one is not what the structs say (`make lint` does)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Annotated, Any, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec import inspect

from parcferme.core import registry
from parcferme.core.text import LANGUAGES
from parcferme.house import (
    advice,
    catalogue,
    daily,
    decisions,
    drives,
    event_results,
    events,
    forms,
    frames,
    lessons,
    messages,
    people,
    positions,
    puzzles,
    standings,
    studio,
    tables,
    watching,
)
from parcferme.server.api import event_forms
from parcferme.server.api import forms as own_forms

BROWSER = Path(__file__).resolve().parent.parent / "web" / "src"
TARGET = BROWSER / "lib" / "wire.ts"
MODULES = (
    catalogue,
    positions,
    messages,
    tables,
    frames,
    lessons,
    puzzles,
    watching,
    advice,
    decisions,
    events,
    event_results,
    daily,
    drives,
    forms,
    people,
    standings,
    own_forms,
    event_forms,
    studio,
)
DICTS = (catalogue.Effect,)
AS_IT_IS = {  # fields of which TypeScript can say more than a struct
    "entry": "[number | string, Json]",
    "form": "Record<string, Json> & { kind: string }",
    "best_form": "Record<string, Json> & { kind: string }",
    "happens": "[kind: string, args: Record<string, Json>, phase?: number][]",
}
NOTHING: Mapping[str, str] = MappingProxyType({})
UNIONS = {"Stream": messages.Stream, "Message": messages.Message}
HEAD = """// What the server tells and what it is asked, made by tools/wire_types.py from the structs of parcferme/house
// and parcferme/server/api/forms.py. Change those, not this.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The languages, as they call themselves. */
export const LANGUAGES = { LISTED };
export type Language = keyof typeof LANGUAGES;
""".replace("LISTED", ", ".join(f'{code}: "{name}"' for code, name in LANGUAGES.items()))

VIEW_HEAD = """// What a seat may know of {title}, made by tools/wire_types.py from games/{game}/view_types.py.
// Change that, not this."""


@cache
def structs() -> list[type[msgspec.Struct]]:
    """Each struct of the modules, in the order they are written down."""
    found: dict[str, type[msgspec.Struct]] = {}
    for module in MODULES:
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__ == module.__name__:
                found[one.__name__] = one
    return list(found.values())


def typescript() -> str:
    """The whole file."""
    known = inspect.multi_type_info([*DICTS, *structs()])
    parts = [_interface(one) for one in known if isinstance(one, inspect.StructType | inspect.TypedDictType)]
    parts += [_union(name, types) for name, types in _unions().items()]
    return "\n\n".join([HEAD.rstrip(), *parts]) + "\n"


def view_type(game: str) -> Any:
    """The shape of a game's view as readers have it; `None` where the game states none."""
    module = registry.part(game, "view_types")
    return exact(module.VIEW) if module is not None else None


@cache
def exact(known: Any) -> Any:
    """A type with `Annotated[as it is built, as it is read]` read: rows are tuples, and words are those there are."""
    if is_typeddict(known):
        return _exact_fields(known)
    if get_origin(known) is Annotated:
        return exact(known.__metadata__[0])
    if get_origin(known) in (list, dict, NotRequired):
        inner = tuple(exact(one) for one in get_args(known))
        return get_origin(known)[inner if len(inner) > 1 else inner[0]]
    if get_origin(known) in (Union, UnionType):
        return reduce(or_, [exact(one) for one in get_args(known)])
    return known


def _exact_fields(known: Any) -> Any:
    hints = get_type_hints(known, include_extras=True)
    made: Any = TypedDict(known.__name__, {name: exact(hint) for name, hint in hints.items()})  # type: ignore[misc]
    made.__doc__ = known.__doc__
    return made


def view_typescript(game: str) -> str:
    """The file of a game's view: the parts in the order they are needed, the view itself last."""
    whole = inspect.type_info(view_type(game))
    parts: dict[str, inspect.TypedDictType] = {}
    _gather(whole, parts)
    said = catalogue.view_fields(game)
    written = [_interface(one, said if one is whole else {}, parts.values()) for one in parts.values()]
    head = VIEW_HEAD.format(title=registry.meta(game).title, game=game)
    return "\n\n".join([head, *written]) + "\n"


def _gather(known: inspect.Type, parts: dict[str, inspect.TypedDictType]) -> None:
    match known:
        case inspect.TypedDictType():
            for field in _as_stated(known):
                _gather(field.type, parts)
            parts[_name(known.cls)] = known
        case inspect.ListType(item_type=inner) | inspect.DictType(value_type=inner):
            _gather(inner, parts)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for one in types:
                _gather(one, parts)


def _interface(
    struct: inspect.StructType | inspect.TypedDictType,
    said: Mapping[str, str] = NOTHING,
    parts: Iterable[inspect.TypedDictType] = (),
) -> str:
    lines = [f"/** {_sentence(struct.cls.__doc__)} */"] if struct.cls.__doc__ else []
    base = _base(struct) if isinstance(struct, inspect.StructType) else _beginning(struct, parts)
    lines.append(f"export interface {_name(struct.cls)} {f'extends {_inherited(base)} ' if base else ''}{{")
    if isinstance(struct, inspect.StructType) and struct.tag_field is not None:
        lines.append(f'\t{struct.tag_field}: "{struct.tag}";')
    told = [_field(field) for field in base.fields] if base else []
    for field in (one for one in _as_stated(struct) if _field(one) not in told):
        lines += [f"\t/** {said[field.name]} */"] if field.name in said else []
        lines.append(_field(field))
    return "\n".join([*lines, "}"])


def _base(struct: inspect.StructType) -> inspect.StructType | None:
    """The struct it adds to, if that is told by itself, too."""
    first = struct.cls.__bases__[0]
    base = inspect.type_info(first) if first in structs() else None
    return base if isinstance(base, inspect.StructType) else None


def _beginning(part: inspect.TypedDictType, parts: Iterable[inspect.TypedDictType]) -> inspect.TypedDictType | None:
    """The part it adds to: the one with whose fields it begins. (A TypedDict forgets what it was made from.)"""
    fields = [_field(field) for field in _as_stated(part)]
    for other in sorted(parts, key=lambda one: len(one.fields), reverse=True):
        begun = [_field(field) for field in _as_stated(other)]
        if other is not part and begun == fields[: len(begun)]:
            return other
    return None


def _inherited(base: inspect.StructType | inspect.TypedDictType) -> str:
    """What one that adds to it takes over: everything but the tag, by which the two are told apart."""
    tag = base.tag_field if isinstance(base, inspect.StructType) else None
    return f'Omit<{_name(base.cls)}, "{tag}">' if tag else _name(base.cls)


def _as_stated(struct: inspect.StructType | inspect.TypedDictType) -> list[inspect.Field]:
    """The fields in the order they are written down, which msgspec does not keep for TypedDicts."""
    order = list(get_type_hints(struct.cls)) if isinstance(struct, inspect.TypedDictType) else []
    return sorted(struct.fields, key=lambda field: order.index(field.name) if order else 0)


def _unions() -> dict[str, list[str]]:
    """The unions by their names. One that holds all of another's names that instead."""
    found = {name: _type(inspect.type_info(union)).split(" | ") for name, union in UNIONS.items()}
    for name, types in found.items():
        for other, within in found.items():
            if other != name and set(within) < set(types):
                types[:] = [other, *(one for one in types if one not in within)]
    return found


def _union(name: str, types: list[str]) -> str:
    return "\n".join([f"export type {name} =", *(f"\t| {one}" for one in types)]) + ";"


def _field(field: inspect.Field) -> str:
    optional = "?" if not field.required else ""
    said, known = _description(field.type), _type(field.type)
    if field.encode_name in AS_IT_IS:
        known = AS_IT_IS[field.encode_name] + (" | null" if known.endswith("| null") else "")
    return f"\t{field.encode_name}{optional}: {known};" + (f" // {said}" if said else "")


def _description(known: inspect.Type) -> str:
    extra = known.extra_json_schema if isinstance(known, inspect.Metadata) else None
    return str((extra or {}).get("description", ""))


def _type(known: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match known:
        case inspect.Metadata(type=inner):
            return _type(inner)
        case inspect.UnionType(types=types):
            return " | ".join(_unique(_type(one) for one in types))
        case inspect.StructType(cls=cls) | inspect.TypedDictType(cls=cls):
            return _name(cls)
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.ListType(item_type=item):
            each = _type(item)
            return f"({each})[]" if " | " in each and not isinstance(item, inspect.TupleType) else f"{each}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
    return PLAIN[type(known)]


PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "Json",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def _unique(types: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(types))


def _name(cls: type) -> str:
    return cls.__name__


def _sentence(text: str) -> str:
    return " ".join(text.split())


def files() -> dict[Path, str]:
    """Every file there is to be, with its text."""
    games = [game for game in registry.game_ids() if view_type(game) is not None]
    return {TARGET: typescript()} | {BROWSER / "boards" / game / "wire.ts": view_typescript(game) for game in games}


def main(arguments: list[str]) -> int:
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        if "--check" in arguments:
            where = path.relative_to(BROWSER.parent.parent)
            print(f"{where} is not what the structs say: run python tools/wire_types.py", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
