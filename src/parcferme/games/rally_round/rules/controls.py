"""Passage and Time Controls: visits, times, bookings (RR-63 … RR-74)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.cards import ALLOWANCE
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.rules.turns import next_crew, note_move
from parcferme.games.rally_round.state import (
    ARRIVED,
    CREW,
    CREWS,
    DEPART,
    DRIVING,
    E_BOOKED,
    E_LEG,
    F_MISSED_PC,
    F_OVERSHOT,
    F_WRONG_SIDE,
    FINISHED,
    FLOOR,
    HAND,
    LEFT,
    MISSES,
    MODE,
    N_ALLOWANCE,
    OTHER,
    OWED,
    OWNER,
    PCS,
    RUN,
    SAID,
    SCORE,
    SECTION,
    SERIAL,
    SIZE,
    SPEED_,
    STATUS,
    TAKEN,
    TURNS,
    N,
    Position,
)
from parcferme.games.rally_round.timing import ROAD, STAGE, clock, flying, penalty


def visit(p: Position, crew: int, edge: int, events: list[Event] | None) -> bool:
    """A Passage Control is reached in a way that counts if the direction is right; True if it is (RR-63, RR-64).

    Controls are visited in order: what was visited before an earlier control must be visited again (RR-R10).
    """
    v = p.v
    base = CREWS + crew * SIZE
    section = p.section(crew)
    number = section.pcs.index(p.t.board.head[edge])
    right = p.t.board.tail[edge] == section.pc_approach[number]
    if right and not v[base + PCS] >> number & 1:
        v[base + PCS] = v[base + PCS] & ((1 << number) - 1) | 1 << number
    if events is not None:
        kind = "visited" if right else "wrong_way_in"
        args: dict[str, object] = {"crew": crew + 1, "control": section.pc_labels[number]}
        clause = "RR-74" if not right else "RR-64" if section.kind == STAGE else "RR-63"
        events.append(Event(kind, clause, args))
    return right


def arrive(p: Position, edge: int, events: list[Event] | None) -> None:
    """The due Time Control is entered: the move and the section end here, from whichever side (RR-R09)."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    section = p.section(crew)
    on_the_dot = v[LEFT] == 0
    if section.kind == ROAD:
        taken = v[base + TURNS] * 60  # RR-68
    else:
        needed = v[base + N] - v[DEPART]
        last = flying(needed, v[SAID] // 10) if v[MODE] == DRIVING else 60  # RR-71, RR-R07
        taken = (v[base + TURNS] - 1) * 60 + last
    if p.t.board.tail[edge] != section.approach:
        fault(p, crew, F_WRONG_SIDE, section.goal, events)  # RR-R08: no more than 30 marks for one control
    elif section.kind == ROAD and not on_the_dot:
        fault(p, crew, F_OVERSHOT, section.goal, events)  # RR-67
    v[TAKEN] = taken
    v[OWED] = penalty(section.kind, section.target, taken)
    if taken > section.target and v[base + HAND] & p.t.deck.having[ALLOWANCE]:
        p.ask(N_ALLOWANCE, v[OWNER + crew])
        return
    book(p, events)


def book(p: Position, events: list[Event] | None) -> None:
    """Write the section down and start the next one (RR-66, RR-R04)."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    route = p.drives_on()
    section = route.sections[v[base + SECTION]]
    for number, square in enumerate(section.pcs):
        if not v[base + PCS] >> number & 1:
            fault(p, crew, F_MISSED_PC, square, events)
    note_move(p, crew, events)
    v[base + SCORE] = v[base + SCORE] + v[OWED]
    p.enter_on_sheet(crew, E_LEG, section.squares, section.target)
    p.enter_on_sheet(crew, E_BOOKED, v[TAKEN], v[OWED])
    if events is not None:
        args: dict[str, object] = {"crew": crew + 1, "control": section.label, "taken": v[TAKEN], "penalty": v[OWED]}
        args["time"], args["marks"] = clock(v[TAKEN]), clock(v[OWED])
        clause = "RR-69" if section.kind == ROAD else "RR-72" if v[TAKEN] >= section.target else "RR-73"
        events.append(Event("booked", clause, args))
    v[base + SECTION] = v[base + SECTION] + 1
    v[SERIAL] = v[SERIAL] + 1
    v[base + ARRIVED] = v[SERIAL]
    v[base + FLOOR] = v[base + N]
    for field in (SPEED_, MISSES, TURNS, RUN, PCS):
        v[base + field] = 0
    if v[base + SECTION] == len(route.sections):
        v[base + SECTION] = v[base + SECTION] - 1  # it stays on its last section
        v[base + STATUS] = FINISHED
        if events is not None:
            total = v[base + SCORE] + v[base + OTHER]
            args = {"crew": crew + 1, "total": total, "marks": clock(total)}
            events.append(Event("finished", "RR-101", args))
    next_crew(p, events)
