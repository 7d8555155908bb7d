"""What a stroke in the studio costs: the check and the facts of the largest house document of each kind.

    python -m benchmarks.strokes

Milliseconds of processor time, the median and the slowest of nine.
"""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any

from parcferme.games.rally_round.board.check import house_map
from parcferme.house.studio import StudioTask, checked, house_documents, kinds

RUNS = 9


def milliseconds(task: StudioTask) -> list[float]:
    checked(task)
    found: list[float] = []
    for _ in range(RUNS):
        begun = process_time()
        checked(task)
        found.append(1000 * (process_time() - begun))
    return found


def largest(game: str, kind: str) -> Any:
    return max([one.document for one in house_documents(game, kind)], key=lambda document: len(str(document)))


def main() -> None:
    tasks = [StudioTask(one.game, one.kind, largest(one.game, one.kind)) for one in kinds()]
    route = largest("rally_round", "route")
    tasks.append(StudioTask("rally_round", "route", {**route, "map": house_map()}))
    for task in tasks:
        found = milliseconds(task)
        own = ", over a map of its own" if isinstance(task.document.get("map"), dict) else ""
        print(f"{task.game} {task.kind}{own}: {median(found):.1f} ms, slowest {max(found):.1f}")


if __name__ == "__main__":
    main()
