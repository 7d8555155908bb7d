"""Draws for the browser's own code to repeat: `python -m tests.organise.draw_vectors` writes them to its folder."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from parcferme.core import registry
from parcferme.organise import commands
from tests.organise.helpers import CODE, HOST, Desk

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "draw.vectors.json"
CREWS = 11
SETTINGS: dict[str, dict[str, object]] = {
    "heats of three": {"draw": "heats", "seats": 3},
    "heats of two": {"draw": "heats", "seats": 2},
    "a ladder": {"draw": "ladder", "seats": 3},
    "a ladder with ties, the absent and tables without a result": {"draw": "ladder", "seats": 4, "points": [7, 5, 4]},
    "everybody with everybody": {"draw": "everybody", "seats": 2},
}


def vectors() -> list[dict[str, object]]:
    return [_vector(name, settings, Random(number)) for number, (name, settings) in enumerate(SETTINGS.items())]


def _vector(name: str, settings: dict[str, object], rng: Random) -> dict[str, object]:
    made = Desk({**CODE, "rounds": 4, **settings}, bytes([rng.randrange(256) for _ in range(32)]))
    made.enter(*[f"crew-{number}" for number in range(CREWS)]).open()
    for round in range(1, 5):
        made.do(commands.draw(made.event, HOST, made.now))
        for table, crews in enumerate(made.outcome().drawn[-1], 1):
            if len(crews) > 1 and rng.random() < 0.9:
                absent = [crew for crew in crews if rng.random() < 0.15]
                made.result(round, table, _places(len(crews), rng), *absent)
    return {"name": name, **_told(made)}


def _places(seats: int, rng: Random) -> list[int]:
    """Some are shared."""
    scores = [rng.randrange(seats) for _ in range(seats)]
    return [1 + sum(other < score for other in scores) for score in scores]


def _told(made: Desk) -> dict[str, object]:
    event, regulations = made.event, made.event.regulations
    rounds = []
    for drawn, tables in zip(event.rounds, made.outcome().drawn, strict=True):
        lines = []
        for table, crews in enumerate(tables, 1):
            result = drawn.results.get(table)
            places, absent = (result.places, result.absent) if result is not None else ([], [])
            lines.append({"crews": crews, "places": places, "absent": absent})
        rounds.append({"seed": drawn.seed, "tables": lines})
    most = registry.meta(regulations.game).seats[1]
    told = {"draw": regulations.draw, "seats": regulations.seats, "most": most, "points": list(regulations.points)}
    return {**told, "rounds": rounds}


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors()) + "\n")
