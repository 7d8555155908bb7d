"""Checks a certificate of the solver without the solver: by the rules alone.

The line is driven through the rules and must cost what the certificate says; the sheet it would be handed in on goes to
the adjudicator; the refuted and the open families together must hold every kit once, and the bound must be the lowest
of theirs. On small competitions `least_penalty` tries *every* line through the rules, and `check` does that for the kit
of the certificate and for some of every family.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parcferme.core.contract import OVER
from parcferme.core.errors import ParcFermeError
from parcferme.games.rally_round.board.cards import ALLOWANCE, PER_TYPE, TYPES
from parcferme.games.rally_round.par.adjudicate import adjudicate
from parcferme.games.rally_round.par.drive_sheet import begin, replay, sheet_of_line
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import (
    FINISHED,
    N_PUSH,
    N_SPEED,
    ON_ROAD,
)

FORMAT: Final = "rally-round-par/1"


def check(certificate: dict[str, object], game: RallyGame, exhaustive: bool = False, samples: int = 1) -> list[str]:
    """What is wrong with a certificate for a competition of one; nothing, if it holds.

    `exhaustive`: also try every line of the kit, and of `samples` kits of each refuted family.
    """
    if certificate.get("format") != FORMAT:
        return [f"format is not {FORMAT!r}"]
    kit, par, line = certificate.get("kit"), certificate.get("par"), certificate.get("line")
    if not isinstance(kit, list) or not isinstance(par, int) or not isinstance(line, list):
        return ["kit, par or line is missing"]
    own = [str(card) for card in kit]
    wrong = _check_line(game, own, par, [str(text) for text in line])
    bound = certificate.get("bound")
    if not isinstance(bound, int) or not 0 <= bound <= par:
        return [*wrong, f"bound is {bound!r}, not between 0 and {par} s"]
    families = _families(certificate, par)
    if families is None:
        return [*wrong, "refuted or open is no list of families"]
    if families:
        wrong += _check_cover(game, [cards for cards, _ in families])
        lowest = min([par] + [low for _, low in families])
        if lowest != bound:
            wrong.append(f"bound: {bound} s, but for some kits {lowest} s are proved")
    if exhaustive and not wrong:
        for cards, low in [(own, bound), *_sample(game, families, samples)]:
            best = least_penalty(begin(game, cards), low)
            if best is not None:
                wrong.append(f"{' '.join(cards)}: a line of {best} s was found")
    return wrong


def _families(certificate: dict[str, object], par: int) -> list[tuple[list[str], int]] | None:
    """Every family with what its kits cost at least: refuted ones the par, open ones their bound."""
    refuted, still_open = certificate.get("refuted", []), certificate.get("open", [])
    if not isinstance(refuted, list) or not isinstance(still_open, list):
        return None
    families = [(str(family).split(), par) for family in refuted]
    for row in still_open:
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], int):
            return None
        families.append((str(row[0]).split(), row[1]))
    return families


def _check_line(game: RallyGame, kit: list[str], par: int, line: list[str]) -> list[str]:
    """The line through the rules, and its sheet through the adjudicator."""
    t = game.tables
    try:
        actions = [game.parse(text) for text in line]
        state = replay(game, kit, actions)
    except ParcFermeError as error:
        return [f"line: {error}"]
    if state.cars[0].status != FINISHED:
        return ["line: it does not finish the rally"]
    if state.cars[0].penalty() != par:
        return [f"line: it costs {state.cars[0].penalty()} s, not {par} s"]
    assert t.route is not None
    verdict = adjudicate(sheet_of_line(game, kit, actions, "Par"), t.board, t.deck, t.route)
    if not verdict.accepted():
        return [f"sheet: {verdict.finding}"]
    return [] if verdict.total == par else [f"sheet: the adjudicator counts {verdict.total} s"]


# --- families ---


def _check_cover(game: RallyGame, families: list[list[str]]) -> list[str]:
    """Do the families hold every kit once? Two that share no kit differ in a chosen card."""
    ids = game.tables.deck.kit_ids
    wrong: list[str] = []
    count = 0
    for family in families:
        good = len(family) == len(TYPES) and all(
            card == "*" or (card in ids and ids.index(card) // PER_TYPE == kind) for kind, card in enumerate(family)
        )
        if not good:
            return [f"families: {' '.join(family)!r} is no family of kits"]
        count += PER_TYPE ** family.count("*")
    for number, one in enumerate(families):
        for other in families[:number]:
            if _share_a_kit(one, other):
                wrong.append(f"families: {' '.join(one)} and {' '.join(other)} overlap")
    if count != PER_TYPE ** len(TYPES):
        wrong.append(f"families: {count} kits are accounted for, not {PER_TYPE ** len(TYPES)}")
    return wrong


def _share_a_kit(one: list[str], other: list[str]) -> bool:
    return all(a == b or "*" in (a, b) for a, b in zip(one, other, strict=True))


def _sample(game: RallyGame, families: list[tuple[list[str], int]], samples: int) -> list[tuple[list[str], int]]:
    """Some kits of every family, the same ones each time, with the bound of the family."""
    rng = Random(1)
    ids = game.tables.deck.kit_ids
    kits: list[tuple[list[str], int]] = []
    for family, low in families:
        for _ in range(samples):
            drawn = [ids[kind * PER_TYPE + rng.randrange(PER_TYPE)] for kind in range(len(family))]
            kits.append(([card if card != "*" else drawn[kind] for kind, card in enumerate(family)], low))
    return kits


# --- every line ---


def least_penalty(start: RallyState, limit: int) -> int | None:
    """The least penalty below `limit` over every line the rules allow; `None` if there is none. For small roads."""
    best: int | None = None
    seen: dict[tuple[int, ...], int] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal(0):
            after = state.copy()
            after.apply(action)
            if not _worth_driving_on(after, limit if best is None else best):
                continue
            if after.kind() == OVER:
                best = after.cars[0].penalty()
                continue
            if after.phase in (N_SPEED, N_PUSH):
                key = _key(after)
                known = seen.get(key)
                if known is not None and known <= after.cars[0].penalty():
                    continue
                seen[key] = after.cars[0].penalty()
            waiting.append(after)
    return best


def _worth_driving_on(state: RallyState, limit: int) -> bool:
    """Still in the rally, and below the limit even if the next control were reached at once."""
    if state.cars[0].status == FINISHED:
        return state.cars[0].penalty() < limit
    if state.cars[0].status > ON_ROAD:
        return False
    late = (state.cars[0].turns - 1) * 60 - state.section(0).target - _most_forgiven(state)
    return state.cars[0].penalty() + max(0, late) < limit


def _key(state: RallyState) -> tuple[int, ...]:
    """Everything that matters from here on: the way back as far as the rules remember it, the crew, the pack."""
    car = state.cars[0]
    trail = [car.trail[place & 15] for place in range(car.at, car.lowest() - 1, -1)]
    return (
        state.phase, car.speed, car.misses, car.section, car.turns, car.visited, car.hand, car.declared, car.feather,
        int(car.turned_round), car.burden.number,
        *state.pack.queue, -1, *trail,
    )  # fmt: skip


def _most_forgiven(state: RallyState) -> int:
    """What all cards together could take off a late arrival."""
    deck = state.t.deck
    return sum([deck.amount[card] for card in range(deck.count) if deck.effect[card] == ALLOWANCE])
