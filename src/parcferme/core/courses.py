"""Courses: what the house offers to drive in a game, by name, and presets: how long a match shall be.

Both stand in the game's `content/courses.json`. A course is a choice of options with a title, a length, a difficulty
from 1 to 3, and figures that the game's `courses.py` can work out again. An option that takes a document names a file
below `content/`: `"@courses/cold-sea.json"`. A preset takes a course, options of its own, or both; `standard` is the
game as its options are declared, and `minutes` is about how long two people sit over it (lib/simulate.py). `season`
names the courses of the house's championship in order, with a title where the event is not called like the course.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault, ParcFermeError
from parcferme.core.options import Value

FILE: Final = "courses.json"
LENGTHS: Final = ("short", "standard", "long")
CourseFigures = dict[str, int]  # by name, as `figure.NAME` in the game's texts


class Course(NamedTuple):
    """Something to drive. `options` hold whole documents."""

    id: str
    title: str
    length: str
    difficulty: int
    options: dict[str, Value]
    figures: CourseFigures

    def to_json(self) -> dict[str, object]:
        return self._asdict()


class Courses:
    """All that a game offers: its courses in order, and by length the options and the minutes of its presets."""

    def __init__(self, courses: list[Course], presets: dict[str, dict[str, Value]]) -> None:
        self.courses = courses
        self.presets = presets
        self.minutes: dict[str, int] = {}
        self.season: dict[str, str] = {}  # courses of the championship in order, and what their events are called

    def find(self, id: str) -> Course:
        for course in self.courses:
            if course.id == id:
                return course
        known = ", ".join(course.id for course in self.courses)
        raise ParcFermeError(f"there is no course {id!r}; the courses are {known or 'none'}")


def courses_of(game_id: str) -> Courses:
    """What a game offers; of one without a file nothing but the standard preset. Raises BadContent."""
    folder = registry.folder(game_id) / "content"
    if not (folder / FILE).exists():
        return Courses([], {"standard": {}})
    document = read_document(folder / FILE)
    entries, wanted = document.get("courses"), document.get("presets")
    if not isinstance(entries, list) or not isinstance(wanted, dict):
        raise BadContent(FILE, [Fault("file", "has no list of courses or no presets")])
    courses = Courses([Course(**{**entry, "options": _documents(folder, entry["options"])}) for entry in entries], {})
    for length in LENGTHS:
        if length in wanted:
            courses.presets[length] = _preset(courses, folder, wanted[length])
            courses.minutes[length] = int(str(wanted[length]["minutes"]))
    season = document.get("season", [])
    assert isinstance(season, list)
    for event in season:
        course = courses.find(str(event["course"]))
        courses.season[course.id] = str(event.get("title", course.title))
    return courses


def _documents(folder: Path, options: dict[str, Value]) -> dict[str, Value]:
    """Options with their files read."""
    return {name: _document(folder, value) for name, value in options.items()}


def _document(folder: Path, value: Value) -> Value:
    return read_document(folder / value[1:]) if isinstance(value, str) and value.startswith("@") else value


def _preset(courses: Courses, folder: Path, wanted: dict[str, Value]) -> dict[str, Value]:
    course = wanted.get("course")
    own = wanted.get("options", {})
    assert isinstance(own, dict)
    taken = courses.find(str(course)).options if course is not None else {}
    return {**taken, **_documents(folder, own)}


def measured(game_id: str, course: Course, prove: bool = False) -> CourseFigures:
    """A course's figures worked out anew; those that take long only if they shall be proved, else as they are kept.

    Raises whatever the game raises about options it cannot take.
    """
    part = registry.part(game_id, "courses")
    if part is None:
        return {}
    game = registry.create(game_id, course.options)
    quick: CourseFigures = part.figures(game)
    slow: CourseFigures = part.prove(game) if prove else course.figures
    return {**slow, **quick}
