"""The browser's types of everything the server tells, made from the structs themselves: `web/src/lib/wire.ts`.

python tools/wire_types.py            write it anew
python tools/wire_types.py --check    fail where it is not what the structs say (`make lint` does)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import inspect

from parcferme.house import advice, catalogue, frames, messages, positions, tables
from parcferme.server.api import forms

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.ts"
MODULES = (catalogue, positions, messages, tables, frames, advice, forms)
DICTS = (catalogue.Effect,)
AS_IT_IS = {  # fields of which TypeScript can say more than a struct
    "entry": "[number | string, Json]",
    "form": "Record<string, Json> & { kind: string }",
    "happens": "[kind: string, args: Record<string, Json>, phase?: number][]",
}
UNIONS = {"Stream": messages.Stream, "Message": messages.Message}
HEAD = """// What the server tells and what it is asked, made by tools/wire_types.py from the structs of parcferme/house
// and parcferme/server/api/forms.py. Change those, not this.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
"""


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
    parts += [_union(name, _type(inspect.type_info(union)).split(" | ")) for name, union in UNIONS.items()]
    return "\n\n".join([HEAD.rstrip(), *parts]) + "\n"


def _interface(struct: inspect.StructType | inspect.TypedDictType) -> str:
    lines = [f"/** {_sentence(struct.cls.__doc__)} */"] if struct.cls.__doc__ else []
    lines.append(f"export interface {_name(struct.cls)} {{")
    if isinstance(struct, inspect.StructType) and struct.tag_field is not None:
        lines.append(f'\t{struct.tag_field}: "{struct.tag}";')
    return "\n".join([*lines, *map(_field, struct.fields), "}"])


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
            return " | ".join(f'"{value}"' for value in values)
        case inspect.ListType(item_type=item):
            each = _type(item)
            return f"({each})[]" if " | " in each else f"{each}[]"
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


def main(arguments: list[str]) -> int:
    made = typescript()
    if "--check" not in arguments:
        TARGET.write_text(made, "utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text("utf-8") == made:
        return 0
    print(f"{TARGET.name} is not what the structs say: run python tools/wire_types.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
