"""A takeover weighed and written down: what selling and refusing bring, as plain JSON for `checker.py` to verify.

Price, box and the chance of keeping the gérance are exact. What it will bring afterwards to either side is the estimate
of `holding.py`; the certificate names those two figures, so that everything built on them can be checked.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from parcferme.core.errors import ParcFermeError
from parcferme.games.rallye_code.actions import ROLL, ROLL_CAR
from parcferme.games.rallye_code.board.pieces import UNIT
from parcferme.games.rallye_code.mechanics.dice import OUTCOME_OF
from parcferme.games.rallye_code.par.holding import Offer
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.state import P_TAKEOVER, P_TURN

KIND: Final = "rallye-code-takeover"


class Solution(NamedTuple):
    """The answer to a takeover: francs against the mean of the rivals, and what to say."""

    value: float
    answer: str
    certificate: dict[str, object]


def solve(game: RallyeCode, state: RallyeState) -> Solution:
    """Weigh the takeover that `state` waits for."""
    if state.phase != P_TAKEOVER:
        raise ParcFermeError("no takeover is waiting for an answer (RC-60)")
    offer = Offer(state)
    sold, refused = offer.sold(), offer.refused()
    answer = "refuse" if refused > sold else "accept"
    certificate: dict[str, object] = {
        "kind": KIND,
        "options": {name: game.options[name] for name in game.options},
        "position": state.dump(),
        "gerance": state.contested + 2,
        "price": offer.price,
        "box": offer.box,
        "keeps": [offer.chance.numerator, offer.chance.denominator],
        "rivalry": offer.rivalry,
        "mine": offer.mine,
        "theirs": offer.theirs,
        "sold": sold,
        "refused": refused,
        "answer": answer,
    }
    return Solution(max(sold, refused), answer, certificate)


def offer_position(game: RallyeCode, gerance: int, total: int, box: int, at_round: int) -> RallyeState:
    """A car arriving on a gérance (0 to 3) with this roll; the next player holds it, its box filled from his purse."""
    t = game.tables
    state = game.start()
    while state.phase != P_TURN:
        state.apply(state.chance()[0][0])
    holder = t.left_of[state.seat]
    if box % UNIT or not 0 <= box < state.purses[holder]:
        raise ParcFermeError(f"a box of {box}: a multiple of {UNIT} below {state.purses[holder]} is meant (RC-05)")
    if not 1 <= at_round <= t.last_round:
        raise ParcFermeError(f"round {at_round}: this game has rounds 1 to {t.last_round}")
    state.holders[gerance], state.boxes[gerance], state.allotted, state.round = holder, box, True, at_round
    state.purses[holder] -= box
    target = t.at.index(gerance)
    before = [cell for cell in range(t.off) if t.path[cell][total] == target and not t.transverse[cell]]
    state.cars[state.seat * t.each if t.free else state.car].cell = before[0]
    state.apply(ROLL_CAR if t.free else ROLL)
    state.apply(OUTCOME_OF[total])
    if state.phase != P_TAKEOVER:
        raise ParcFermeError(f"a roll of {total} does not lead to a takeover there")
    return state
