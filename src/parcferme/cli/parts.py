"""What a game's folder offers to a terminal beside its rules: board, odds, content check, verbs, texts and clauses."""

from __future__ import annotations

from collections.abc import Callable

from parcferme.core import registry
from parcferme.core.bounds import MISFIT, misfit
from parcferme.core.clauses import Clause, read_clauses
from parcferme.core.contract import State, View
from parcferme.core.errors import Fault, ParcFermeError
from parcferme.core.studio import Kind
from parcferme.core.text import Texts, read_texts

Board = Callable[[View], str]  # the position as Rich markup
Odds = Callable[[State, int, int], list[tuple[str, dict[str, object]]]]  # text keys with arguments
Check = Callable[[dict[str, object]], list[Fault]]
Commands = dict[str, tuple[str, Callable[[list[str]], str]]]  # verb → (help, function)


def board(game_id: str) -> Board:
    module = registry.part(game_id, "terminal")
    if module is None:
        raise ParcFermeError(f"{game_id} has no board for the terminal yet")
    found: Board = module.board
    return found


def odds(game_id: str) -> Odds | None:
    found: Odds | None = getattr(registry.part(game_id, "odds"), "odds", None)
    return found


def checker(game_id: str) -> Check:
    found: Check | None = getattr(registry.part(game_id, "check"), "check", None)
    if found is None:
        raise ParcFermeError(f"{game_id} takes no content of its own")
    return found


def content_check(game_id: str, document: dict[str, object]) -> list[Fault]:
    """What keeps a document from being played."""
    place = misfit(document)
    return [Fault(place, MISFIT)] if place else checker(game_id)(document)


def studio_check(game_id: str, name: str, document: dict[str, object]) -> tuple[list[Fault], list[Fault]]:
    """What stops a document of the studio, and what may be kept, in words."""
    known: dict[str, Kind] = getattr(registry.part(game_id, "studio"), "STUDIO", {})
    if name not in known:
        raise ParcFermeError(f"{game_id} has no documents {name!r}; it has {', '.join(known) or 'none'}")
    said = texts(game_id)
    found = known[name].check(document)
    told = [Fault(one.place, said.say(f"studio.{one.key}", one.args), one.clause) for one in found]
    stops = [one.stops for one in found]
    return [f for f, s in zip(told, stops, strict=True) if s], [f for f, s in zip(told, stops, strict=True) if not s]


def commands(game_id: str) -> Commands:
    found: Commands = getattr(registry.part(game_id, "commands"), "COMMANDS", {})
    return found


def texts(game_id: str, language: str = "en") -> Texts:
    return read_texts(registry.folder(game_id), language)


def clauses(game_id: str) -> dict[str, Clause]:
    path = registry.folder(game_id) / "RULES.md"
    if not path.exists():
        raise ParcFermeError(f"{game_id} has no RULES.md yet")
    return read_clauses(path)
