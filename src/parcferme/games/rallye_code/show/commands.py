"""Verbs of Rallye-Code in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from parcferme.core import registry
from parcferme.core.content import write_document
from parcferme.core.errors import ParcFermeError
from parcferme.games.rallye_code.par.certificate import offer_position, solve
from parcferme.games.rallye_code.par.checker import check
from parcferme.games.rallye_code.rules.game import RallyeCode
from parcferme.lib.certificates import verify

NUMBERS: Final = {"players": 4, "rounds": 30, "round": 1, "gerance": 2, "roll": 7, "box": 4000}


def takeover(arguments: list[str]) -> str:
    """Sell or refuse? The holder drives next; all cars but the newcomer's stand at Paris."""
    given, edition, file = _settings(arguments)
    options: dict[str, object] = {"players": given["players"], "edition": edition, "rounds": given["rounds"]}
    game = registry.create("rallye_code", options)
    assert isinstance(game, RallyeCode)
    if not 2 <= given["gerance"] <= 5 or not 2 <= given["roll"] <= 12:
        raise ParcFermeError("gerance is 2 to 5, roll is 2 to 12")
    state = offer_position(game, given["gerance"] - 2, given["roll"], given["box"], given["round"])
    solution = solve(game, state)
    told = solution.certificate
    keeps = told["keeps"]
    assert isinstance(keeps, list)
    lines = [
        f"edition {edition}, gérance {given['gerance']}, roll {given['roll']}, box {given['box']}, "
        f"round {given['round']} of {given['rounds']}",
        f"price {told['price']}; a refusal keeps it with chance {keeps[0]}/{keeps[1]}",
        f"worth to the holder {told['mine']:.0f}, to the newcomer {told['theirs']:.0f}",
        f"sell {told['sold']:.0f}, refuse {told['refused']:.0f} against the rivals: {solution.answer}",
    ]
    if file:
        write_document(Path(file), told)
        lines.append(f"certificate written to {file}")
    return "\n".join(lines)


def check_file(arguments: list[str]) -> str:
    """Verify a weighed takeover by the rules; raises BadContent with what is wrong."""
    return verify("check", arguments, check)


def _settings(arguments: list[str]) -> tuple[dict[str, int], str, str]:
    given, edition, file = dict(NUMBERS), "A", ""
    for argument in arguments:
        name, _, text = argument.partition("=")
        if name == "edition" and text in ("A", "B"):
            edition = text
        elif name == "save" and text:
            file = text
        elif name in NUMBERS and text.isdigit():
            given[name] = int(text)
        else:
            known = ", ".join(f"{key}={value}" for key, value in NUMBERS.items())
            raise ParcFermeError(f"takeover: {argument!r} is not edition=A, edition=B, save=FILE or one of {known}")
    return given, edition, file


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "takeover": ("takeover [edition=A roll=7 box=4000 gerance=2 round=1 … save=FILE]: sell or refuse?", takeover),
    "check": ("check FILE: verify a weighed takeover by the rules", check_file),
}
