"""How a race ends (LR-83 to LR-86)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.core.result import Result
from parcferme.games.lunar_rally.load import Ground
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import (
    ASKED,
    CELL,
    CONCEDED,
    DESTROYED,
    ENDED,
    FINISH,
    LAST,
    LIVE,
    NODE,
    REASON,
    REASON_CLAUSES,
    REASONS,
    ROUND,
    SEATS_OF,
    SPENT,
    TAKEN,
    TIE,
    WINNERS,
    rover_of,
)
from parcferme.lib.rows import vec
from parcferme.lib.standings import places


def end(v: vec[i64], race: Race, reason: int, winners: int, events: list[Event] | None) -> None:
    v[NODE] = ENDED
    v[ASKED] = 0
    v[REASON] = reason
    v[WINNERS] = winners
    if events is not None:
        seats: list[object] = list(SEATS_OF[winners])
        letters = "+".join(race.names[seat][0] for seat in SEATS_OF[winners])
        args: dict[str, object] = {"reason": REASONS[reason], "seats": seats, "letters": letters}
        events.append(Event("end", REASON_CLAUSES[reason], args))


def end_at_finish(v: vec[i64], race: Race, finishers: int, events: list[Event] | None) -> None:
    """LR-83, LR-84: who arrives alone wins, who arrives together ties; two Rovers of one player are one winner."""
    end(v, race, FINISH if len(SEATS_OF[finishers]) == 1 else TIE, finishers, events)


def remaining(v: vec[i64], race: Race) -> int:
    """The seats that have not conceded, as bits."""
    return ((1 << race.players) - 1) & ~v[CONCEDED]


def end_if_settled(v: vec[i64], race: Race, events: list[Event] | None) -> bool:
    """After Rovers have left the board: nobody has one left (LR-85), or only one seat can still arrive (LR-R36)."""
    driving = v[LIVE + 1] | v[LIVE + 2]
    if driving == 0:
        end(v, race, DESTROYED, remaining(v, race), events)  # LR-R35: conceded seats do not share the draw
        return True
    if driving & (driving - 1) == 0 and not race.play_on and not _can_return(v, race, remaining(v, race) & ~driving):
        end(v, race, LAST, driving, events)
        return True
    return False


def _can_return(v: vec[i64], race: Race, waiting: int) -> bool:
    return any(may_replace(v, race, seat) for seat in SEATS_OF[waiting])


def may_replace(v: vec[i64], race: Race, seat: int) -> bool:
    """LR-82, LR-R34: has this seat a replacement Rover left?"""
    return race.replacement and (race.replacement_limit == 0 or v[SPENT + seat] < race.replacement_limit)


def result_of(v: vec[i64], race: Race, ground: Ground | None) -> Result:
    """Winners first, everyone else together behind them: the rules rank no losers."""
    drawn = v[REASON] not in (FINISH, LAST) and len(SEATS_OF[v[WINNERS]]) > 1
    worth = 1 if drawn and v[REASON] != TIE else 2
    scores = [worth if v[WINNERS] >> seat & 1 else 0 for seat in range(race.players)]
    measures = {
        "rounds": [v[ROUND]] * race.players,
        "rovers": [sum(v[CELL + rover_of(seat, n)] >= 0 for n in (1, 2)) for seat in range(race.players)],
        "damage": [v[TAKEN + seat] for seat in range(race.players)],
        "to_finish": [_to_finish(v, ground, seat) for seat in range(race.players)],
    }
    return Result(places(scores), scores, measures, REASONS[v[REASON]], REASON_CLAUSES[v[REASON]])


def _to_finish(v: vec[i64], ground: Ground | None, seat: int) -> int:
    """Hexes from the seat's nearest Rover to the finish as the crow flies; −1 without a Rover."""
    cells = [v[CELL + rover_of(seat, number)] for number in (1, 2)]
    return min((ground.to_finish[cell] for cell in cells if cell >= 0), default=-1) if ground is not None else -1
