"""Verbs that tell what there is: games, bots, options, rules, content, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from parcferme.cli import parts
from parcferme.cli.console import out, print_json
from parcferme.cli.params import AsJson, GameId, Language, complete_game
from parcferme.core import registry
from parcferme.core.clauses import Clause
from parcferme.core.content import read_document
from parcferme.core.courses import Course, CourseFigures, Courses, courses_of, measured
from parcferme.core.errors import BadContent, Fault, ParcFermeError
from parcferme.core.options import Choice, Document, Flag, Int, Items, Option, Text
from parcferme.core.studio import Kind
from parcferme.lib.simulate import minutes


def games(as_json: AsJson = False) -> None:
    """List the games."""
    metas = [registry.meta(game_id) for game_id in registry.game_ids()]
    if as_json:
        print_json([meta.to_json() for meta in metas])
        return
    table = Table("game", "title", "players", "about", box=None, header_style="bold")
    for meta in metas:
        fewest, most = meta.seats
        seats = str(fewest) if fewest == most else f"{fewest}–{most}"
        table.add_row(f"[bold cyan]{meta.id}[/]", escape(meta.title), seats, escape(meta.about))
    out.print(table)


def bots(
    game_id: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this game's bots.", autocompletion=complete_game)
    ] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """List the bots of each game, weakest first, and how they drive."""
    chosen = [game_id] if game_id is not None else registry.game_ids()
    levels = {id: list(registry.bots(id)) for id in chosen}
    if as_json:
        print_json(levels)
        return
    for id, names in levels.items():
        told = parts.texts(id, language).entries
        out.print(f"[bold cyan]{id}[/]")
        for name in names:
            out.print(Padding(f"[bold]bot:{name}[/]  {escape(told.get(f'driver.{name}', ''))}", (0, 0, 0, 2)))


def options(game_id: GameId, as_json: AsJson = False, language: Language = "en") -> None:
    """List a game's options, or print their JSON schema."""
    spec = registry.meta(game_id).options
    if as_json:
        print_json(spec.schema())
        return
    known = parts.texts(game_id, language).entries
    table = Table("option", "values", "default", "what it does", box=None, header_style="bold")
    for option in spec.options.values():
        about = known.get(f"option.{option.name}", option.help)
        table.add_row(
            f"[bold cyan]{option.name}[/]", escape(values(option)), escape(_written(option.default)), escape(about)
        )
    out.print(table)
    first = next(iter(spec.options.values()))
    out.print(f"\nName a variant as [cyan]{game_id}({first.name}={_written(first.default)})[/], or use [cyan]--set[/].")


def values(option: Option) -> str:
    """What an option takes, in a few words."""
    if isinstance(option, Flag):
        return "true or false"
    if isinstance(option, Int):
        return f"{option.low} to {option.high}"
    if isinstance(option, Choice):
        return ", ".join(option.choices)
    if isinstance(option, Items):
        count = str(option.least) if option.least == option.most else f"{option.least} to {option.most}"
        return f"a list of {count}"
    if isinstance(option, Document):
        return "a file: --set " + option.name + "=@FILE"
    return "a text" if isinstance(option, Text) else "see --json"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_written(item) for item in value) + "]"
    return "the house's own" if value is None else str(value) or '""'


def rules(
    game_id: GameId,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[CLAUSE or WORDS]", help="A clause id, or words to search for.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a game's rules: all of them, one clause, or those that mention some words."""
    found = find_clauses(game_id, words or [])
    if as_json:
        print_json([clause.to_json() for clause in found])
    else:
        show_clauses(found)


def find_clauses(game_id: str, words: list[str]) -> list[Clause]:
    """The clause of that id, else every clause that holds all the words; raises when there is none."""
    clauses = parts.clauses(game_id)
    if len(words) == 1 and words[0].upper() in clauses:
        return [clauses[words[0].upper()]]
    wanted = [word.lower() for word in words]
    found = [c for c in clauses.values() if all(word in f"{c.id} {c.heading} {c.text}".lower() for word in wanted)]
    if not found:
        raise ParcFermeError(f"no clause of {game_id} is called or mentions {' '.join(words)!r}")
    return found


def show_clauses(found: list[Clause]) -> None:
    from rich.markdown import Markdown  # only here: no other verb has to wait for it

    heading = ""
    for clause in found:
        if clause.heading != heading:
            heading = clause.heading
            out.print(f"\n[bold]{escape(heading)}[/]")
        out.print(f"[bold cyan]{clause.id}[/]")
        out.print(Padding(Markdown(clause.text), (0, 0, 0, 3)))


def content(
    game_id: GameId,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[COURSE]", help="Only these courses.")] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Work out again what takes minutes, too.")] = False,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Print what there is to drive with its figures, worked out again; fail where they are not those shown."""
    known = courses_of(game_id)
    chosen = [known.find(id) for id in ids] if ids else known.courses
    found = {course.id: measured(game_id, course, prove) for course in chosen}
    if as_json:
        print_json([{**course.to_json(), "figures": found[course.id]} for course in chosen])
    else:
        _show_courses(game_id, chosen, found, language)
        if not ids:
            _show_box(game_id, language)
    wrong = [_differs(course, found[course.id]) for course in chosen if found[course.id] != course.figures]
    if prove and not ids:
        wrong += _wrong_minutes(game_id, known)
    if wrong:
        raise BadContent(f"courses of {game_id}", wrong)


def _show_courses(game_id: str, courses: list[Course], found: dict[str, CourseFigures], language: str) -> None:
    texts = parts.texts(game_id, language)
    table = Table("course", "title", "length", "difficulty", "figures", box=None, header_style="bold")
    for course in courses:
        told = [texts.say(f"figure.{name}", {name: figure}) for name, figure in found[course.id].items()]
        difficulty = "●" * course.difficulty
        table.add_row(
            f"[bold cyan]{course.id}[/]", escape(course.title), course.length, difficulty, escape(", ".join(told))
        )
    out.print(table)
    out.print(f"\nDrive one by [cyan]parcferme play {game_id} --set course=ID[/].")


def _show_box(game_id: str, language: str) -> None:
    """Maps and zones that lie in the house's box, with what the studio tells of them."""
    studio = registry.part(game_id, "studio")
    kinds: list[Kind] = [kind for kind in studio.STUDIO.values() if kind.box is not None] if studio is not None else []
    texts = parts.texts(game_id, language)
    for kind in kinds:
        assert kind.box is not None
        facts = kind.facts(kind.box()).known
        told = [f"{texts.say(f'studio.figure.{name}', {})} {figure.value:g}" for name, figure in facts.items()]
        out.print(f"\n[bold]{escape(texts.say(f'studio.kind.{kind.name}', {}))}[/]: {escape(', '.join(told))}")


def _wrong_minutes(game_id: str, known: Courses) -> list[Fault]:
    """Presets that say they last longer or shorter than bots' matches tell."""
    found = {length: minutes(game_id, options) for length, options in known.presets.items()}
    return [
        Fault(length, f"is shown with {known.minutes[length]} minutes, but has {found[length]}")
        for length in found
        if found[length] != known.minutes[length]
    ]


def _differs(course: Course, found: CourseFigures) -> Fault:
    return Fault(course.id, f"is shown with {course.figures}, but has {found}")


def check(
    game_id: GameId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A board, deck or table, as JSON or TOML.")],
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="What it is in the studio, such as route: also what may be kept.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check a content file of your own: everything that is wrong with it, and where."""
    document = read_document(file)
    faults, notes = (
        parts.studio_check(game_id, kind, document) if kind else (parts.content_check(game_id, document), [])
    )
    if as_json:
        print_json([{"place": f.place, "reason": f.reason, "clause": f.clause} for f in faults])
        raise typer.Exit(2 if faults else 0)
    for note in notes:
        out.print(escape(str(note)), style="yellow")
    if faults:
        raise BadContent(str(file), faults)
    out.print(f"{escape(str(file))}: [green]nothing is wrong[/]")
