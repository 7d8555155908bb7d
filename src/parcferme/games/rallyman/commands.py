"""Rallyman's own verbs in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, BadOption, ParcFermeError
from parcferme.core.record import read_record
from parcferme.core.registry import create_recorded
from parcferme.games.rallyman.analysis import set_loss
from parcferme.games.rallyman.load import BUMP, CORNER, Roads, Space, check, drive, own_special, roads_of
from parcferme.games.rallyman.rally import Components
from parcferme.games.rallyman.road import Kept, Road
from parcferme.games.rallyman.sheet import sheet_text
from parcferme.games.rallyman.solver import Solver, fresh_car
from parcferme.games.rallyman.state import Position
from parcferme.games.rallyman.terminal import CELL, PER_ROW
from parcferme.lib.stagetime import mmss

TECHNIQUES = ("basic", "attack", "everything")  # die by die; attacks and locking too; and with Sisu and spare tyre


def token(space: Space) -> str:
    """A space in short: S wide, N narrow straight; C34 corner, K345 with a shortcut; B3 bump."""
    if space.kind == CORNER:
        notes = f"{space.inside}{space.outside or '-'}{space.cut or ''}"
        return f"{'K' if space.cut else 'C'}{notes}{space.drawn.get('turn', '')}"
    return f"B{space.note}" if space.kind == BUMP else "S" if space.width == 2 else "N"


def special(arguments: list[str]) -> str:
    """special ROADBOOK [FILE]: the compiled special as a ribbon."""
    if not 1 <= len(arguments) <= 2:
        raise BadOption(
            "rallyman", "special", "needs a roadbook such as C8-C3/J1-J4, and maybe a file of zones or specials"
        )
    roadbook = arguments[0]
    own = read_document(Path(arguments[1])) if len(arguments) == 2 else None
    if not roadbook.startswith("@"):
        spaces = drive(roads_of(own if own is not None and "zones" in own else None), roadbook)
    elif own is None:
        raise BadOption("rallyman", "special", f"{roadbook} needs the file it is described in")
    else:
        spaces = own_special(own, roadbook[1:])
    return "\n".join([roadbook, _figures(spaces), "", *_ribbon(spaces)])


def _figures(spaces: list[Space]) -> str:
    corners = sum(space.kind == CORNER for space in spaces)
    cuts = sum(space.cut > 0 for space in spaces)
    bumps = sum(space.kind == BUMP for space in spaces)
    narrow = sum(space.kind != CORNER and space.width == 1 for space in spaces)
    zones = ", ".join(dict.fromkeys(space.zone for space in spaces))
    return f"{len(spaces)} spaces, {corners} corners, {cuts} shortcuts, {bumps} bumps, {narrow} narrow; zones {zones}"


def _ribbon(spaces: list[Space]) -> list[str]:
    lines: list[str] = []
    for first in range(0, len(spaces), PER_ROW):
        row = spaces[first : first + PER_ROW]
        lines.append("".join(f"{first + i + 1:<{CELL}}" for i in range(len(row))).rstrip())
        lines.append("".join(f"{token(space):<{CELL}}" for space in row).rstrip())
        lines.append("".join(f"{space.left}|{space.right:<{CELL - 2}}" for space in row).rstrip())
    return lines


def par(arguments: list[str]) -> str:
    """par ROADBOOK [TECHNIQUE]: the expected time of perfect play, alone on a dry road."""
    technique = arguments[1] if len(arguments) == 2 else "basic"
    if not 1 <= len(arguments) <= 2 or technique not in TECHNIQUES:
        raise BadOption("rallyman", "par", f"needs a roadbook, and maybe one of {', '.join(TECHNIQUES)}")
    components = Components("2010")
    spaces = drive(roads_of(None), arguments[0])
    road = Road(arguments[0], spaces, "", True, components.damage, Kept(len(spaces)))
    more, cards = technique != "basic", technique == "everything"
    seconds = Solver(road, 0, components, more, more).best(fresh_car(cards, cards))
    return f"{arguments[0]}, {technique}: {seconds:.4f} s = {mmss(round(seconds))}"


def zones(arguments: list[str]) -> str:
    """zones [FILE]: every road with its length and spaces."""
    own = read_document(Path(arguments[0])) if arguments else None
    roads: Roads = roads_of(own)
    lines: list[str] = []
    for letter in sorted(roads.zones):
        lines.append(f"{letter}  {roads.zones[letter]}")
        for name in roads.names_of(letter):
            spaces = roads.spaces[name]
            lines.append(f"  {name:8}{len(spaces):3}  {' '.join(token(space) for space in spaces)}")
    return "\n".join(lines)


def check_file(arguments: list[str]) -> str:
    """check FILE: is a file of zones or own specials sound?"""
    if len(arguments) != 1:
        raise BadOption("rallyman", "check", "needs one file")
    faults = check(read_document(Path(arguments[0])))
    if faults:
        raise BadContent(arguments[0], faults)
    return f"{arguments[0]}: no faults"


def dice_odds(arguments: list[str]) -> str:
    """odds DICE [PROFILE]: the chance to lose control when these dice are rolled together."""
    match = re.fullmatch(r"([1-5]*)(W{0,2})", arguments[0]) if arguments else None
    profile = arguments[1] if len(arguments) > 1 else "2010"
    if match is None or len(set(match.group(1))) != len(match.group(1)) or profile not in ("2010", "GT"):
        raise BadOption("rallyman", "odds", "needs dice such as 345WW, each gear once, and maybe 2010 or GT")
    mask = sum(1 << (int(gear) - 1) for gear in match.group(1))
    lines = []
    for limit, where in ((3, "third hazard"), (2, "second hazard (asphalt tyres on snow)")):
        chance: Fraction = set_loss(mask, len(match.group(2)), limit, profile)
        lines.append(f"{where}: {chance} = {float(chance):.2%}")
    return "\n".join(lines)


def course_sheet(arguments: list[str]) -> str:
    """sheet RECORD: the course sheet of a recorded rally."""
    if len(arguments) != 1:
        raise BadOption("rallyman", "sheet", "needs one record file")
    try:
        text = Path(arguments[0]).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ParcFermeError(f"{arguments[0]}: cannot be read: {error}") from error
    record = read_record(text)
    if record.game != "rallyman":
        raise BadOption("rallyman", "sheet", f"{arguments[0]} is a record of {record.game}")
    state = record.replay(create_recorded(record)).state
    if not isinstance(state, Position):
        raise ParcFermeError(f"{arguments[0]}: is not a rally")
    return sheet_text(state)


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "special": ("special ROADBOOK [FILE]: show a special as a ribbon, with length and corners", special),
    "par": ("par ROADBOOK [basic|attack|everything]: the expected time of perfect play; slow on long roads", par),
    "zones": ("zones [FILE]: list the roads of all zones", zones),
    "check": ("check FILE: say what is wrong with a file of zones or specials, and where", check_file),
    "odds": ("odds DICE [PROFILE]: the chance to lose control with these dice (345WW)", dice_odds),
    "sheet": ("sheet RECORD: the course sheet of a recorded rally", course_sheet),
}
