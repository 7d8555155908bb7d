"""The road: squares with their features, and the route that is marked on them, section by section."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple


class Step(NamedTuple):
    """A square, where it was entered from (`None`: put there), and whether the car has turned round on it."""

    square: int
    came: int | None
    turned: bool


class Section:
    def __init__(self, kind: str, mph: int, path: list[int], approach: int) -> None:
        self.kind = kind
        self.path = path  # from control to control
        self.goal = path[-1]
        self.approach = approach
        self.pcs: list[tuple[int, int]] = []  # square, approach
        squares = len(path) - 1
        self.target = {
            "road": 60 * -(-squares // 3),
            "selective": 20 * squares,
            "stage": 10 * squares,
            "regularity": int(600 * squares / mph + 0.5) if mph else 0,
        }[kind]


class Road:
    def __init__(self, board: Any, marked: Any) -> None:
        squares = [*board["squares"], *board.get("hidden_tracks", [])]
        self.colour = {one["id"]: "R" if "chequered" in one else one["colour"] for one in squares}
        self.tracks = {one["id"]: one["ends"] for one in board.get("hidden_tracks", [])}
        self.feature = {one["id"]: one["feature"] for one in squares if "feature" in one}
        self.near: dict[int, list[int]] = {one["id"]: [] for one in squares}
        for one, two in board["edges"]:
            self.near[one].append(two)
            self.near[two].append(one)
        self.blacks = {one["square"] if isinstance(one, dict) else one for one in marked["black_spots"]}
        self.controls = {one["square"] for one in marked["controls"]}
        for square in self.blacks | self.controls:
            self.feature.pop(square, None)  # RR-21, RR-R11
        self.sections = self.read_sections(marked["controls"])

    def read_sections(self, controls: Any) -> list[Section]:
        """RR-25, RR-R43: the shortest way from control to control past Black Spots, the Finish and what was driven."""
        path, sections, pcs = [controls[0]["square"]], [], []
        driven: list[int] = [*path, controls[-1]["square"]]
        for control in controls[1:]:
            path += self.shortest(path[-1], control["square"], control["from"], driven)
            driven += path[1:]
            if control["type"] == "PC":
                pcs.append((control["square"], control["from"]))
                continue
            section = Section(control["kind"], control.get("mph") or 0, path, control["from"])
            section.pcs = pcs
            sections.append(section)
            path, pcs = path[-1:], []
        return sections

    def shortest(self, start: int, goal: int, approach: int, driven: list[int]) -> list[int]:
        before: dict[int, int] = {start: start}
        waiting = deque([start])
        while approach not in before:
            here = waiting.popleft()
            for there in self.near[here]:
                if there not in before and there != goal and there not in self.blacks and there not in driven:
                    before[there] = here
                    waiting.append(there)
        way = [goal]
        here = approach
        while here != start:
            way.append(here)
            here = before[here]
        return way[::-1]

    def climbs(self, here: int, ahead: int) -> bool:
        feature = self.feature.get(ahead, {})
        return (feature.get("type"), feature.get("to")) == ("gradient", here)

    def ways(self, step: Step, rights: tuple[bool, bool]) -> list[int]:
        """RR-R33, RR-77, RR-78: not back, unless it has turned round and faces that way."""
        black, track = rights
        here = step.square
        found = list(self.tracks[here]) if here in self.tracks else list(self.near[here])
        if track and here not in self.tracks:
            found += [number for number, ends in self.tracks.items() if here in ends]
        if step.turned:
            found = [ahead for ahead in found if ahead == step.came]
        else:
            found = [ahead for ahead in found if ahead != step.came]
        return sorted(ahead for ahead in found if black or ahead not in self.blacks)

    def has_way(self, step: Step, squares: int, goal: int, rights: tuple[bool, bool]) -> bool:
        """RR-R57: can so many squares be driven from here? The due control ends any move."""
        steps = {step}
        for _ in range(squares):
            steps = {Step(ahead, one.square, False) for one in steps for ahead in self.ways(one, rights)}
            if any(one.square == goal for one in steps):
                return True
        return bool(steps)
