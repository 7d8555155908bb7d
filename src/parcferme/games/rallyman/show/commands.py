"""Rallyman's own verbs in the terminal: roads and content, odds, the course sheet, and the solver.

    par ROADBOOK [basic|attack|everything] [snow=ZONES] [tyres=asphalt|snow] [file=FILE] [keep=FILE]

A long solve shows the spaces done. Ctrl-C stops it and tells what is proved; with keep=FILE that is written down, and
the same command goes on from there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from parcferme.core.content import read_document, write_document
from parcferme.core.errors import BadContent, BadOption, Fault, ParcFermeError
from parcferme.core.record import read_record
from parcferme.core.registry import create, create_recorded
from parcferme.games.rallyman.board.spaces import BUMP, CORNER, Space
from parcferme.games.rallyman.board.zones import Roads, drive, must_be_sound, own_special, roads_of
from parcferme.games.rallyman.drive.odds import set_loss
from parcferme.games.rallyman.par.checker import FORMAT
from parcferme.games.rallyman.par.checker import check as check_solution
from parcferme.games.rallyman.par.model import Condition
from parcferme.games.rallyman.par.solver import Solution, prepare
from parcferme.games.rallyman.par.times import Times
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.show.sheets import sheet_text
from parcferme.games.rallyman.show.terminal import CELL, PER_ROW
from parcferme.games.rallyman.state import Position
from parcferme.lib.stagetime import mmss

TECHNIQUES = ("basic", "attack", "everything")  # die by die; attacks and locking too; and with Sisu and spare tyre
WORDS = ("snow", "tyres", "file", "keep", "cars")
QUANTILES = (5, 25, 50, 75, 95)
CHECKED = 40  # cars looked at unless told otherwise


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
        must_be_sound(own, "specials")
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


# ------------------------------------------------------------------ the solver


class Asked:
    """The arguments of a command."""

    def __init__(self, command: str, arguments: list[str]) -> None:
        plain = [word for word in arguments if "=" not in word]
        self.words = dict(word.split("=", 1) for word in arguments if "=" in word)
        for name in self.words:
            if name not in WORDS:
                raise BadOption("rallyman", command, f"does not know {name}=; it knows {', '.join(WORDS)}")
        self.technique = plain[1] if len(plain) == 2 else "basic"
        if not 1 <= len(plain) <= 2 or self.technique not in TECHNIQUES:
            raise BadOption("rallyman", command, f"needs a roadbook, and maybe one of {', '.join(TECHNIQUES)}")
        if self.words.get("tyres", "asphalt") not in ("asphalt", "snow"):
            raise BadOption("rallyman", command, "tyres= is asphalt or snow")
        self.roadbook = plain[0]
        self.tyres = 1 if self.words.get("tyres") == "snow" else 0

    def options(self) -> dict[str, object]:
        """A rally of one driver over this special, as everything that is solved describes it."""
        more, cards = self.technique != "basic", self.technique == "everything"
        found: dict[str, object] = {
            "players": 1, "stages": [self.roadbook] * 3, "time_attack": more, "locking": more, "sisu": cards,
            "spare_tyre": cards, "weather": "fixed", "snow": [self.words.get("snow", "")] * 3, "assistance": "none",
            "tyres": "snow" if self.tyres else "asphalt",
        }  # fmt: skip
        if "file" in self.words:
            document = read_document(Path(self.words["file"]))
            found["specials" if self.roadbook.startswith("@") else "zones"] = document
        return found

    def solution(self, tyres: int | None = None) -> Solution:
        game = rally_of(self.options())
        rally = game.rally
        return prepare(rally, 0, rally.fixed_snow[0], self.tyres if tyres is None else tyres)

    def title(self) -> str:
        snow = f", snow in {self.words['snow']}" if self.words.get("snow") else ""
        return f"{self.roadbook}, {self.technique}{snow}{', snow tyres' if self.tyres else ''}"


def rally_of(options: dict[str, object]) -> RallymanGame:
    game = create("rallyman", options)
    if not isinstance(game, RallymanGame):
        raise ParcFermeError("this is not a rally")
    return game


def show_progress(done: int, spaces: int) -> None:
    """One line that rewrites itself, for people who watch."""
    if sys.stderr.isatty():
        print(
            f"\r{done}/{spaces} spaces",
            end="" if done < spaces else "\r" + " " * 20 + "\r",
            file=sys.stderr,
            flush=True,
        )


def par(arguments: list[str]) -> str:
    """par ROADBOOK …: the expected time of perfect play, alone on the road."""
    asked = Asked("par", arguments)
    solution = asked.solution()
    kept = Path(asked.words["keep"]) if "keep" in asked.words else None
    if kept is not None and kept.exists():
        _resume(solution, kept)
    try:
        solution.sweep.run(show_progress)
    except KeyboardInterrupt:
        return _stopped(asked, solution, kept)
    if kept is not None:
        _keep(asked, solution, kept)
    first = solution.policy(0, 0, solution.car)
    return f"{asked.title()}: {solution.value:.4f} s = {mmss(round(solution.value))}; best opening {first}"


def _stopped(asked: Asked, solution: Solution, kept: Path | None) -> str:
    space = solution.sweep.todo + 1
    if space > solution.model.road.length:
        return f"{asked.title()}: stopped before anything was proved"
    if kept is not None:
        _keep(asked, solution, kept)
    standing = Condition(spare=solution.car.spare, sisu=solution.car.sisu)
    seconds = solution.expected(space, 0, standing)
    text = f"{asked.title()}: stopped. Proved from space {space} on: {seconds:.4f} s from a standing start there"
    return f"{text}; kept in {kept}" if kept is not None else text


def _resume(solution: Solution, kept: Path) -> None:
    document = read_document(kept)
    if document.get("format") != FORMAT or not solution.resume(document):
        raise ParcFermeError(f"{kept}: is not a solution of this special; nothing is overwritten")


def _keep(asked: Asked, solution: Solution, kept: Path) -> None:
    write_document(kept, {**solution.certificate(), "options": asked.options()})


def times(arguments: list[str]) -> str:
    """times ROADBOOK …: the chance of every stage time under perfect play."""
    asked = Asked("times", arguments)
    solution = asked.solution()
    solution.sweep.run(show_progress)
    found = solution.times()
    lines = [f"{asked.title()}: mean {solution.value:.4f} s; {_quantiles(found)}"]
    lines += [f"{mmss(seconds)}  {chance:8.4%}" for seconds, chance in sorted(found.finished.items()) if chance >= 5e-5]
    rest = sum(chance for chance in found.finished.values() if chance < 5e-5)
    lines.append(f"other  {rest:8.4%}")
    lines.append(f"out    {found.retired:8.4%}")
    return "\n".join(lines)


def _quantiles(found: Times) -> str:
    parts: list[str] = []
    for percent in QUANTILES:
        below = 0.0
        for seconds, chance in sorted(found.finished.items()):
            below += chance
            if below >= percent / 100:
                parts.append(f"{percent} % within {mmss(seconds)}")
                break
    return ", ".join(parts)


def tyres(arguments: list[str]) -> str:
    """tyres ROADBOOK … snow=ZONES: which tyres to take."""
    asked = Asked("tyres", arguments)
    seconds: list[float] = []
    for kind in (0, 1):
        solution = asked.solution(kind)
        solution.sweep.run(show_progress)
        seconds.append(solution.value)
    better = "asphalt" if seconds[0] <= seconds[1] else "snow"
    figures = f"asphalt {seconds[0]:.4f} s, snow {seconds[1]:.4f} s"
    return f"{asked.title()}: {figures}; take {better} tyres ({abs(seconds[0] - seconds[1]):.1f} s better)"


def verify(arguments: list[str]) -> str:
    """verify FILE [cars=N|all]: play turns of a kept solution in the game itself, in every way."""
    words = [word for word in arguments if not word.startswith("cars=")]
    counts = [word.removeprefix("cars=") for word in arguments if word.startswith("cars=")] or [str(CHECKED)]
    if len(words) != 1 or not (counts[0].isdigit() or counts[0] == "all"):
        raise BadOption("rallyman", "verify", "needs a file kept by par, and maybe cars=N or cars=all")
    document = read_document(Path(words[0]))
    options = document.get("options")
    if not isinstance(options, dict):
        raise BadContent(words[0], [Fault("options", "is missing: the file was not written by par keep=FILE")])
    faults = check_solution(rally_of(options), document, None if counts[0] == "all" else int(counts[0]))
    if faults:
        raise BadContent(words[0], [Fault("claim", fault) for fault in faults[:20]])
    return f"{words[0]}: holds ({counts[0]} cars looked at)"


USAGE = "ROADBOOK [basic|attack|everything] [snow=ZONES] [tyres=snow] [file=FILE]"
COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "special": ("special ROADBOOK [FILE]: show a special as a ribbon, with length and corners", special),
    "par": (f"par {USAGE} [keep=FILE]: the expected time of perfect play, exactly", par),
    "times": (f"times {USAGE}: the chance of every stage time under perfect play", times),
    "tyres": (f"tyres {USAGE}: the expected time on asphalt and on snow tyres", tyres),
    "verify": ("verify FILE [cars=N|all]: check a solution kept by par against the rules", verify),
    "zones": ("zones [FILE]: list the roads of all zones", zones),
    "odds": ("odds DICE [PROFILE]: the chance to lose control with these dice (345WW)", dice_odds),
    "sheet": ("sheet RECORD: the course sheet of a recorded rally", course_sheet),
}
