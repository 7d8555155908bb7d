"""The ready-made kits: a card of each type, all of them in the house file, with a sentence in every language."""

from __future__ import annotations

import json

import pytest

from parcferme.core import registry
from parcferme.core.errors import BadRecord
from parcferme.core.text import LANGUAGES

FOLDER = registry.folder("rally_round")
KITS = json.loads((FOLDER / "content" / "kits.json").read_text("utf-8"))["kits"]
CARDS = {card["id"] for card in json.loads((FOLDER / "content" / "cards.json").read_text("utf-8"))["kit"]}


@pytest.mark.parametrize("kit", KITS, ids=[kit["id"] for kit in KITS])
def test_a_kit_has_a_card_of_each_type_and_says_what_it_is_good_at(kit: dict[str, object]) -> None:
    cards = kit["cards"]
    assert isinstance(cards, list)
    assert CARDS.issuperset(cards)
    assert sorted(card.rstrip("0123456789") for card in cards) == ["A", "D", "DR", "E", "N", "S"]
    for language in LANGUAGES:
        texts = json.loads((FOLDER / "text" / f"{language}.json").read_text("utf-8"))
        assert texts[f"kit.{kit['id']}"]
        assert texts[f"kit.{kit['id']}.good"]


def test_no_two_kits_want_the_same_card() -> None:
    """Whoever chooses second still has whole kits to choose from."""
    wanted = [card for kit in KITS for card in kit["cards"]]
    assert len(set(wanted)) == len(wanted)


@pytest.mark.rule("RR-45", "RR-46")
def test_no_position_gives_kits_out_where_every_car_is_standard() -> None:
    position = {"phase": "kit", "cars": [{}]}
    alone = {"players": 1, "mode": "competition"}
    assert registry.create("rally_round", {**alone, "kits": "free"}).restore(position).dump() == position
    with pytest.raises(BadRecord, match=r"position\.phase: kits are not given out so"):
        registry.create("rally_round", {**alone, "kits": "standard"}).restore(position)
