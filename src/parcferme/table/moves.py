"""Acting at a table: moves, sealed choices and what happens when the time is up.

Each function checks a wish and returns the note to write; it changes nothing. Chance that follows a move is drawn at
once and belongs to the same note, so that a move and its roll are kept or lost together.
"""

from __future__ import annotations

from msgspec.structs import replace

from parcferme.core.contract import CHANCE, DECISION, State
from parcferme.core.errors import BadNotation, Refusal
from parcferme.core.play import Entry, advance, objection
from parcferme.table import errors
from parcferme.table.errors import Denied
from parcferme.table.journal import Note
from parcferme.table.notes import Played, Sealed, Started, Unsealed
from parcferme.table.table import GATHERING, PLAYING, Table, still_sealed


def act(table: Table, seat: int, node: int, text: str, client: str, now: int) -> Note | None:
    """A person's action for a seat, answering `node`. `None`: this very wish was granted before."""
    known = table.accepted[seat].get(client)
    if known == f"{node} {text}":
        return None
    must_be_present(table, node, now)
    must_drive(table, seat)
    if known is not None and known.startswith(f"{node} "):
        raise Denied(errors.ID_USED, f"the id {client!r} stood for another action here: give each action its own")
    action = _parse(table, text)
    refusal = table.play.state.explain(seat, action)
    return _act(table, seat, action, refusal, Played(seat, "move", [], client), now)


def act_for_bot(table: Table, seat: int, action: int, now: int) -> Note:
    """The choice of the bot that drives a seat, or the game's default where it had none."""
    if table.status != PLAYING or seat not in table.owing() or not table.seats[seat].driven():
        raise Denied(errors.NOT_ASKED, f"no bot decides for seat {seat} now")
    refusal = objection(table.play.state, seat, action)
    return _act(table, seat, action, refusal, Played(seat, "bot", []), now)


def unseal(table: Table, seat: int, node: int, now: int) -> Note:
    """Withdraw a sealed choice."""
    must_be_present(table, node, now)
    must_drive(table, seat)
    if seat not in table.sealed:
        raise Denied(errors.NOT_SEALED, f"seat {seat} has sealed nothing")
    return table.write(Unsealed(seat), now)


def expire(table: Table, now: int) -> Note | None:
    """The time is up: of the whole match, or of those who owe a decision. `None`: not yet."""
    rings = table.bell_due()
    if rings is not None and now >= rings:
        return _call_time(table, max(now, rings))
    return _take_defaults(table, now)


def _call_time(table: Table, now: int) -> Note:
    """The bell: the table calls time for every seat that has not done so."""
    assert table.bell is not None
    text = table.game.format(table.bell[1])
    calls: list[Entry] = [[seat, text] for seat in table.callers()]
    return table.write(Played(None, "bell", _interrupt(table, calls)), now)


def _take_defaults(table: Table, now: int) -> Note | None:
    """The game's default action for those who owe one; then bots drive on."""
    due = table.due()
    if due is None or now < due:
        return None
    state = table.play.state
    late = list(table.clocks.waiting)
    if not table.is_joint():
        first: Entry = [late[0], table.game.format(state.default(late[0]))]
    else:
        first = ["joint", [table.game.format(_sealed_or_default(table, seat)) for seat in state.to_act()]]
    return table.write(Played(late[0], "time", follow(table, [first]), flagged=late), max(now, due))


def start(table: Table, now: int) -> Note:
    """Begin: every seat is taken."""
    if table.status != GATHERING:
        raise Denied(errors.STARTED, "the match has begun already")
    if table.open_seats():
        raise Denied(errors.NOT_READY, f"seats {', '.join(map(str, table.open_seats()))} are still free")
    return table.write(Started(follow(table, [])), now)


def follow(table: Table, first: list[Entry], state: State | None = None, index: int | None = None) -> list[Entry]:
    """The entries and every outcome of chance that follows them, drawn by the table's dice. Leaves the table alone."""
    ahead = table.play.state.copy() if state is None else state
    for entry in first:
        advance(table.game, ahead, entry)
    entries = list(first)
    index = table.node + len(entries) if index is None else index
    if table.setup.drive:  # an event counts rolls, so that the first one is the first whatever was decided before
        index = table.rolls()
    while ahead.kind() == CHANCE:
        outcome = table.dice.draw(index, ahead.chance())
        ahead.apply(outcome)
        entries.append(["chance", table.game.format_outcome(outcome)])
        index += 1
    return entries


def _act(table: Table, seat: int, action: int, refusal: Refusal | None, move: Played, now: int) -> Note:
    """Write a move down: `move` says whose it is, and lacks the entries."""
    state = table.play.state
    if refusal is not None:
        raise _illegal(table, seat, action, refusal)
    entry: Entry = [seat, table.game.format(action)]
    if action in state.interrupts(seat):
        return table.write(replace(move, entries=_interrupt(table, [entry])), now)
    if state.kind() == DECISION:
        return table.write(replace(move, entries=follow(table, [entry])), now)
    return _seal(table, seat, action, move, now)


def _interrupt(table: Table, calls: list[Entry]) -> list[Entry]:
    """Interrupting actions and what they bring. Sealed choices are kept, and open if nobody else is awaited now."""
    ahead = table.play.state.copy()
    for entry in calls:
        advance(table.game, ahead, entry)
    kept = still_sealed(table.sealed, table.play.state, ahead)
    if kept and all(seat in kept for seat in ahead.to_act()):
        return follow(table, [*calls, ["joint", [table.game.format(kept[seat]) for seat in ahead.to_act()]]])
    return follow(table, calls)


def _seal(table: Table, seat: int, action: int, move: Played, now: int) -> Note:
    """One sealed choice; the last one missing opens them all."""
    sealed = {**table.sealed, seat: action}
    asked = table.to_act()
    if any(other not in sealed for other in asked):
        return table.write(Sealed(seat, table.game.format(action), move.id), now)
    first: Entry = ["joint", [table.game.format(sealed[other]) for other in asked]]
    return table.write(replace(move, entries=follow(table, [first])), now)


def _sealed_or_default(table: Table, seat: int) -> int:
    return table.sealed[seat] if seat in table.sealed else table.play.state.default(seat)


def must_be_present(table: Table, node: int, now: int) -> None:
    if table.status != PLAYING:
        raise Denied(errors.NOT_PLAYING, f"the match is {table.status}")
    if node < table.node:
        raise Denied(errors.LATE, f"node {node} has been answered; the match stands at node {table.node}")
    if node > table.node:
        raise Denied(errors.EARLY, f"node {node} is still to come; the match stands at node {table.node}")
    ends = table.clocks.ends()
    if ends is not None and now >= ends:
        raise Denied(errors.TIME_UP, "the time for this decision is up")


def must_drive(table: Table, seat: int) -> None:
    """Who is away has left the wheel to a bot and cannot take back what it does."""
    if table.seats[seat].away:
        raise Denied(errors.AWAY, "a bot drives this seat: return first")


def _parse(table: Table, text: str) -> int:
    try:
        return table.game.parse(text)
    except BadNotation as error:
        raise Denied(errors.BAD_ACTION, str(error)) from error


def _illegal(table: Table, seat: int, action: int, refusal: Refusal) -> Denied:
    asked = table.to_act()
    text = table.game.format(action)
    if seat not in asked:
        waiting = ", ".join(map(str, asked)) or "nobody"
        return Denied(errors.NOT_ASKED, f"{text}: seat {seat} is not asked now, but {waiting}", refusal)
    return Denied(errors.ILLEGAL, f"{text} is not possible now: {refusal.code} ({refusal.clause})", refusal)
