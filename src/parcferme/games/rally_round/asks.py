"""What a crew is asked, in one sentence, and who plays next: read off the view, nothing else."""

from __future__ import annotations

from parcferme.core.contract import Ask, View
from parcferme.lib.reading import fields, list_of, number, numbers, rows


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    """The text of what this seat decides now; `kinds` are the kinds of the actions it is offered."""
    node = str(view["node"])
    if node == "speed":
        return _speed(view, seat, kinds)
    if node == "marker":
        return ("ask.marker_or_close" if "lay_close" in kinds else "ask.marker"), {}
    return f"ask.{node}", _facts(view, node)


def following(view: View) -> list[int]:
    """The seats that play after the present one in this turn's order, then from its top again."""
    crews = rows(view, "crews")
    order = [crew - 1 for crew in numbers(view, "order")]
    now = number(view, "crew") - 1
    if now not in order:
        return []
    turn = order.index(now)
    later = [crews[crew] for crew in order[turn + 1 :] + order[:turn]]
    return [number(crew, "seat") for crew in later if crew["status"] in ("waiting", "driving")]


def _facts(view: View, node: str) -> dict[str, object]:
    """What the sentence of a node tells besides."""
    crew = rows(view, "crews")[number(view, "crew") - 1]
    laying = fields(view, "laying")
    if node == "finish":
        return {"start": number(laying, "start")}
    if node == "resolve":
        ways = laying["candidates"]
        return {"ways": len(ways) if isinstance(ways, list) else 0}
    if node == "kit":
        return {"card": len(list_of(crew["kit"])) + 1}
    if node == "push":
        return {"missing": number(crew, "missing")}
    return {"crew": number(view, "crew")} if node == "block" else {}


def _speed(view: View, seat: int, kinds: set[str]) -> Ask:
    """RR-54, RR-56: a speed within the car's range, which has to suit the next limit it could break, or the control."""
    if "speed" not in kinds:
        return "ask.turn", {}
    least, most = numbers(view, "range")
    told: dict[str, object] = {"least": least, "most": most, "crew": number(view, "crew")}
    if sum(1 for crew in rows(view, "crews") if crew["seat"] == seat) > 1:
        return "ask.speed_car", told
    if least == most:
        return "ask.speed_or_turn" if "turn" in kinds else "ask.speed_only", told
    for squares, row in enumerate(list_of(view["ahead"]), 1):
        _, _, _, _, control, limit = list_of(row)
        if isinstance(limit, int) and 0 < limit < most:
            return "ask.speed_limit", {**told, "limit": limit, "squares": squares}
        if control:
            return "ask.speed_control", {**told, "control": control, "squares": squares}
    return "ask.speed", told
