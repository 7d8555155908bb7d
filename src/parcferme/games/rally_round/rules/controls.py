"""Passage and Time Controls: visits, times, bookings (RR-63 … RR-74)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import ALLOWANCE
from parcferme.games.rally_round.mechanics.timing import ROAD, STAGE, clock, flying, penalty
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.rules.turns import next_crew, note_move
from parcferme.games.rally_round.state import (
    DRIVING,
    E_BOOKED,
    E_LEG,
    F_MISSED_PC,
    F_OVERSHOT,
    F_WRONG_SIDE,
    FINISHED,
    N_ALLOWANCE,
    Position,
)


def visit(p: Position, crew: int, edge: int, events: list[Event] | None) -> bool:
    """A Passage Control is reached in a way that counts if the direction is right; True if it is (RR-63, RR-64).

    Controls are visited in order: what was visited before an earlier control must be visited again (RR-R10).
    """
    car = p.cars[crew]
    section = p.section(crew)
    number = section.pcs.index(p.t.board.head[edge])
    right = p.t.board.tail[edge] == section.pc_approach[number]
    if right and not car.visited >> number & 1:
        car.visited = car.visited & ((1 << number) - 1) | 1 << number
    if events is not None:
        kind = "visited" if right else "wrong_way_in"
        args: dict[str, object] = {"crew": crew + 1, "control": section.pc_labels[number]}
        clause = "RR-74" if not right else "RR-64" if section.kind == STAGE else "RR-63"
        events.append(Event(kind, clause, args))
    return right


def arrive(p: Position, edge: int, events: list[Event] | None) -> None:
    """The due Time Control is entered: the move and the section end here, from whichever side (RR-R09)."""
    crew = p.crew
    car = p.cars[crew]
    section = p.section(crew)
    on_the_dot = p.left == 0
    if section.kind == ROAD:
        taken = car.turns * 60  # RR-68, RR-R05
    else:
        needed = car.at - p.depart
        last = flying(needed, p.said // 10) if p.mode == DRIVING else 60  # RR-70, RR-71, RR-R07
        taken = (car.turns - 1) * 60 + last
    if p.t.board.tail[edge] != section.approach:
        fault(p, crew, F_WRONG_SIDE, section.goal, events)  # RR-R08: no more than 30 marks for one control
    elif section.kind == ROAD and not on_the_dot:
        fault(p, crew, F_OVERSHOT, section.goal, events)  # RR-67, RR-R06
    p.taken = taken
    p.owed = penalty(section.kind, section.target, taken)
    if taken > section.target and car.hand & p.t.deck.having[ALLOWANCE]:
        p.ask_crew(N_ALLOWANCE)
        return
    book(p, events)


def book(p: Position, events: list[Event] | None) -> None:
    """Write the section down and start the next one (RR-66, RR-R04)."""
    crew = p.crew
    car = p.cars[crew]
    route = p.drives_on()
    section = route.sections[car.section]
    for number, square in enumerate(section.pcs):
        if not car.visited >> number & 1:
            fault(p, crew, F_MISSED_PC, square, events)
    note_move(p, crew, events)
    car.score = car.score + p.owed
    p.cars[crew].enter(E_LEG, section.squares, section.target)
    p.cars[crew].enter(E_BOOKED, p.taken, p.owed)
    if events is not None:
        args: dict[str, object] = {"crew": crew + 1, "control": section.label, "taken": p.taken, "penalty": p.owed}
        args["time"], args["marks"] = clock(p.taken), clock(p.owed)
        clause = "RR-69" if section.kind == ROAD else "RR-72" if p.taken >= section.target else "RR-73"
        events.append(Event("booked", clause, args))
    car.section = car.section + 1
    p.arrivals = p.arrivals + 1
    car.arrived = p.arrivals
    car.floor = car.at
    car.speed, car.misses, car.turns, car.run, car.visited = 0, 0, 0, 0, 0
    if car.section == len(route.sections):
        car.section = car.section - 1  # it stays on its last section
        car.status = FINISHED
        if events is not None:
            total = car.score + car.other
            args = {"crew": crew + 1, "total": total, "marks": clock(total)}
            events.append(Event("finished", "RR-101", args))
    next_crew(p, events)
