"""Action and outcome ids. They depend on the deck alone: its cards, its squares, and the longest minimum.

    setup:fast      lay:12      mechanic:83 (the number printed on a square)      fit:rain
    gear:4      overrev:2 (the gear shifted down to)      advance:2 (next square, two brakes)      halt      drive_on

Outcomes: die:1 … die:6, draw:0 … draw:5 (a seat), weather:odd, weather:even, card:12 (laid by chance).
"""

from __future__ import annotations

from parcferme.core.notation import Notation
from parcferme.games.rally.board.parts import SETUPS, TYRES, Deck


class Ids:
    """Where each kind of action and outcome starts."""

    def __init__(self, deck: Deck, most_brakes: int) -> None:
        texts: list[str] = []
        forms: list[dict[str, object]] = []
        self.setup = 0
        for setup in SETUPS:
            texts.append(f"setup:{setup}")
            forms.append({"kind": "setup", "setup": setup})
        self.lay = len(texts)
        for card in deck.cards:
            texts.append(f"lay:{card.no}")
            forms.append({"kind": "lay", "card": card.no, "name": card.name})
        self.mechanic = len(texts)
        for number in deck.numbers:
            texts.append(f"mechanic:{number}")
            forms.append({"kind": "mechanic", "number": number})
        self.fit = len(texts)
        for tyres in TYRES:
            texts.append(f"fit:{tyres}")
            forms.append({"kind": "fit", "tyres": tyres})
        self.gear = len(texts)
        for gear in range(1, 6):
            texts.append(f"gear:{gear}")
            forms.append({"kind": "gear", "gear": gear})
        self.overrev = len(texts)
        for gear in range(1, 4):
            texts.append(f"overrev:{gear}")
            forms.append({"kind": "overrev", "gear": gear})
        self.advance = len(texts)
        for brakes in range(most_brakes + 1):
            texts.append(f"advance:{brakes}")
            forms.append({"kind": "advance" if brakes == 0 else "brake", "brakes": brakes})
        self.halt = len(texts)
        self.drive_on = self.halt + 1
        texts += ["halt", "drive_on"]
        forms += [{"kind": "halt"}, {"kind": "drive_on"}]
        self.actions = Notation("an action of RALLY", texts, forms)
        self._outcomes(deck)

    def _outcomes(self, deck: Deck) -> None:
        texts = [f"die:{face}" for face in range(1, 7)] + [f"draw:{seat}" for seat in range(6)]
        self.die = 0
        self.draw = 6
        self.odd = 12
        self.even = 13
        self.card = 14
        texts += ["weather:odd", "weather:even"] + [f"card:{card.no}" for card in deck.cards]
        self.outcomes = Notation("an outcome of RALLY", texts)
