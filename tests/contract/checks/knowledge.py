"""What a seat may know: views, resampling, secrets, and sealed moves."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

from parcferme.core.contract import DECISION, JOINT, OVER, Game, State
from parcferme.core.events import Event
from parcferme.core.record import canonical, fingerprint
from tests.contract.checks.nodes import is_json
from tests.contract.subject import Subject, demand
from tests.support import advance

TRIED = 6  # secret alternatives compared at one node


def views(subject: Subject) -> None:
    """Views are JSON and follow from the position alone: equal dumps, equal views."""
    for game, state, where in subject.everywhere():
        twin = game.restore(json.loads(canonical(state.dump())))
        for viewer in (*range(game.players), None):
            view = state.view(viewer)
            demand(is_json(view), where, "the view of", viewer, "is not JSON:", view)
            demand(canonical(twin.view(viewer)) == canonical(view), where, "equal positions, other view of", viewer)


def resampling(subject: Subject) -> None:
    """A resampled position looks the same to its seat and to spectators, asks it the same, and can be played."""
    for game, state, where in subject.everywhere():
        before = fingerprint(state)
        for seat in range(game.players):
            other = state.resample(seat, Random(seat))
            for viewer in (seat, None):
                same = canonical(other.view(viewer)) == canonical(state.view(viewer))
                demand(same, where, "resample for seat", seat, "changes the view of", viewer)
            demand((other.kind(), other.to_act()) == (state.kind(), state.to_act()), where, "another node, seat", seat)
            demand(other.legal(seat) == state.legal(seat), where, "resample changes what seat", seat, "may do")
            _playable(game, other, where)
        demand(fingerprint(state) == before, where, "resample changed the position it was asked of")


def _playable(game: Game, state: State, where: str) -> None:
    rng = Random(2)
    for _ in range(12):
        for seat in state.to_act():
            for action in state.legal(seat):
                demand(state.explain(seat, action) is None, where, "resampled: legal but refused", game.format(action))
        advance(state, rng)


def redrawing(subject: Subject) -> None:
    """Where seats have made secret choices, resampling for another seat redraws at least some of them."""
    committed = redrawn = False
    for game in subject.games:
        for number in range(4):
            state, secrets = game.start(), 0
            rng = Random(number)
            for _ in range(min(game.bound(), 60)):
                if state.kind() == OVER:
                    break
                secrets += sum(game.secret(action) for seat in state.to_act() for action in state.legal(seat))
                advance(state, rng)
                if secrets and game.players > 1 and state.kind() != OVER:
                    committed = True
                    redrawn = redrawn or _differs(game, state)
    demand(redrawn or not committed, subject.meta.id, "secret choices are made, but resample never redraws one")


def _differs(game: Game, state: State) -> bool:
    before = fingerprint(state)
    return any(fingerprint(state.resample(seat, Random(3))) != before for seat in range(game.players))


def secrets(subject: Subject) -> None:
    """Whichever secret action a seat takes, nobody else can tell: same views, same visible events, same next node."""
    whispered = kept = False
    for game, state, where in subject.everywhere():
        kept = kept or any(game.secret(action) for action in range(game.actions()))
        for seat in state.to_act():
            hidden = [action for action in state.legal(seat) if game.secret(action)][:TRIED]
            faces = [_faces_of_others(game, state, seat, action) for action in hidden]
            for action, face in zip(hidden, faces, strict=True):
                demand(face == faces[0], where, "others can tell", game.format(action), "from", game.format(hidden[0]))
        whispered = whispered or any(event.only is not None for event in _told(state))
    demand(kept or not whispered, subject.meta.id, "events are for some seats only, but no action is secret")


def _faces_of_others(game: Game, state: State, seat: int, action: int) -> str:
    """What everybody else sees after `seat` alone has done something else than its default."""
    after, events = state.copy(), list[Event]()
    if state.kind() == JOINT:
        after.apply_joint([action if other == seat else state.default(other) for other in state.to_act()], events)
    else:
        after.apply(action, events)
    others = [viewer for viewer in (*range(game.players), None) if viewer != seat]
    return canonical(
        [
            [after.kind(), list(after.to_act())],
            [after.view(viewer) for viewer in others],
            [after.legal(viewer) for viewer in others if viewer is not None],
            [[event.to_json() for event in events if event.visible_to(viewer)] for viewer in others],
        ]
    )


def _told(state: State) -> list[Event]:
    """The events of a few random steps."""
    events: list[Event] = []
    state, rng = state.copy(), Random(4)
    for _ in range(8):
        advance(state, rng, events)
    return events


def sealed(subject: Subject) -> None:
    """The order in which the table gathers sealed moves does not matter, and the rules leave its list alone."""
    for _, state, where in subject.everywhere():
        if state.kind() != JOINT:
            continue
        seats = state.to_act()
        outcomes = set()
        for order in list(permutations(seats))[:6]:
            gathered = state.copy()
            chosen = {seat: _choice(gathered, seat) for seat in order}
            moves = [chosen[seat] for seat in seats]
            events: list[Event] = []
            gathered.apply_joint(moves, events)
            demand(moves == [chosen[seat] for seat in seats], where, "apply_joint changed the list it was given")
            outcomes.add(canonical([fingerprint(gathered), [event.to_json() for event in events]]))
        demand(len(outcomes) == 1, where, "the order of gathering sealed moves changes what happens")


def _choice(state: State, seat: int) -> int:
    """What the seat would choose, asking the state as a table does: from the end, so that moves are not ascending."""
    legal = state.legal(seat)
    action = legal[-1 - seat % len(legal)]
    state.explain(seat, action)
    state.view(seat)
    return action


def event_shapes(subject: Subject) -> None:
    """Events carry JSON arguments, a kind, and seats that exist."""
    for game, state, where in subject.everywhere():
        if state.kind() not in (DECISION, JOINT, OVER) and not state.chance():
            continue
        for event in _told(state):
            demand(bool(event.kind) and bool(event.clause), where, "an event without kind or clause:", event)
            demand(is_json(event.args), where, "arguments that are not JSON:", event)
            only = event.only
            known = only is None or (type(only) is tuple and all(0 <= seat < game.players for seat in only))
            demand(known, where, "`only` names seats that are not there:", event)
