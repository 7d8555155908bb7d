"""Two matches that differ only in a secret tell everybody else exactly the same, to the byte.

The matches run side by side with the same random moves. Where a seat takes a secret action, the second match takes
another one. As long as an audience's own view is the same in both, so must be everything it is told: messages with
their sizes, positions, logs, records and frames. A view that comes to differ means that the rules revealed something.
"""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.record import canonical
from parcferme.table.export import log_for, record_for
from parcferme.table.frames import frames
from parcferme.table.journal import Audience
from parcferme.table.setup import LIVE, Pace
from parcferme.table.table import PLAYING
from tests.table.helpers import Club, club

LIMIT = 120  # moves followed per pair of matches


def has_secrets(game: Game) -> bool:
    return any(game.secret(action) for action in range(game.actions()))


def everything(made: Club, audience: Audience) -> list[str]:
    names = ["?"] * len(made.table.seats)
    log = made.table.play.log
    shown = frames(made.table.game, log, max(0, len(log) - 3), len(log), audience, over=made.table.is_over())
    return [
        canonical(log_for(made.table, audience)),
        record_for(made.table, audience, names, {}).to_text(),
        canonical(shown),
    ]


def step(pair: tuple[Club, Club], rng: Random) -> int:
    """One decision in both; returns the seat whose secret was exchanged, or −1. Raises LookupError where they part."""
    first, second = pair
    seat = rng.choice(first.table.owing())
    if second.table.owing() != first.table.owing():
        raise LookupError
    legal, other = first.table.play.state.legal(seat), second.table.play.state.legal(seat)
    action = rng.choice(legal)
    secret = [a for a in other if first.table.game.secret(a) and a != action]
    exchanged = first.table.game.secret(action) and bool(secret)
    if not exchanged and action not in other:
        raise LookupError
    for made, chosen in ((first, action), (second, rng.choice(secret) if exchanged else action)):
        made.now += 700
        made.act(seat, made.table.game.format(chosen))
    return seat if exchanged else -1


def follow(variant: dict[str, object], game: str, seed: int) -> tuple[int, int]:
    """Play a pair; returns (secrets exchanged, byte comparisons made)."""
    rng = Random(seed)
    pair = club(game, Pace(LIVE), **variant), club(game, Pace(LIVE), **variant)
    knowing: set[Audience] = set()
    exchanged = compared = 0
    for _ in range(LIMIT):
        if pair[0].table.status != PLAYING or pair[1].table.status != PLAYING:
            break
        try:
            seat = step(pair, rng)
        except LookupError:
            break
        if seat >= 0:
            knowing.add(seat)
            exchanged += 1
        for audience in pair[0].audiences():
            views = [canonical(made.table.play.state.view(audience)) for made in pair]
            if views[0] != views[1]:
                knowing.add(audience)
            if audience in knowing:
                continue
            assert pair[0].told[audience] == pair[1].told[audience], (game, seed, audience)
            if not pair[0].table.is_over():  # afterwards the whole record is public
                assert everything(pair[0], audience) == everything(pair[1], audience), (game, seed, audience)
            compared += 1
    return exchanged, compared


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "variant"),
    [("toy_hide", {}), ("toy_hide", {"players": 3}), ("toy_bids", {"kept": 1, "players": 3})],
)
def test_toys(game: str, variant: dict[str, object], seed: int) -> None:
    exchanged, compared = follow(variant, game, seed)
    assert exchanged > 0
    assert compared > 0


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parcferme.table.export.BLANK", "?" * 3)
    monkeypatch.setattr("parcferme.table.export._text", lambda game, text, own: "?" * len(text))
    with pytest.raises(AssertionError):
        _ = [follow({}, "toy_hide", seed) for seed in range(8)]


@pytest.mark.parametrize("seed", range(2))
def test_every_registered_game(seed: int) -> None:
    for game in registry.game_ids():
        if game.startswith("toy_"):
            continue
        low, high = registry.meta(game).seats
        variant: dict[str, object] = {"players": min(high, max(low, 3))}
        secrets = has_secrets(registry.create(game, variant))
        exchanged, compared = follow(variant, game, seed)
        assert compared > 0, game
        assert exchanged > 0 or not secrets, game
