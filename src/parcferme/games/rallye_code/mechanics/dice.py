"""Two dice, always added (RC-10, RC-R02): as chance's outcomes they are not told apart."""

from __future__ import annotations

from typing import Final

FACES: Final = [(low, high) for low in range(1, 7) for high in range(low, 7)]
TOTAL: Final = [low + high for low, high in FACES]  # RC-R02
DICE: Final = 21  # outcomes 0 to 20
DICE_CHANCES: Final = [(outcome, 1 if low == high else 2) for outcome, (low, high) in enumerate(FACES)]
DICE_NAMES: Final = tuple([f"{low}+{high}" for low, high in FACES])
LONGEST_ROLL: Final = 12
WAYS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]  # of 36, by total
OUTCOME_OF: Final = [TOTAL.index(total) if total >= 2 else -1 for total in range(13)]  # one roll for each total
