"""Every error the engine raises on purpose, in one tree.

ParcFermeError              what a caller may catch to catch them all
├── BadOption               an option that is unknown, of the wrong type or out of bounds
├── BadNotation             a text that names no action or no outcome
├── Refused                 an action that is not legal now; carries the `Refusal`
├── UnknownGame             no such game
│   └── UnknownVersion      … or not under that version of its rules
├── BadContent              a board, deck or table file with faults; lists them all
└── BadRecord               a record that cannot be read or does not replay
    └── Diverged            … and the first entry where it leaves the rules
"""

from __future__ import annotations


class ParcFermeError(Exception):
    """The root of the tree. Its text is meant for people: place first, then the reason."""


class BadOption(ParcFermeError):
    """`option` of `game` cannot be used; `reason` says why and what would be accepted."""

    def __init__(self, game: str, option: str, reason: str) -> None:
        super().__init__(f"{game}: option {option!r}: {reason}")
        self.game = game
        self.option = option
        self.reason = reason


class BadNotation(ParcFermeError):
    """`text` is not the notation of any action (or outcome); `near` lists texts that are."""

    def __init__(self, text: str, what: str, near: list[str]) -> None:
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"{text!r} is not {what}{hint}")
        self.text = text
        self.near = near


class Refusal:
    """Why an action is not legal: a stable code, arguments for the text, and the clause that says so."""

    __slots__ = ("code", "args", "clause")

    def __init__(self, code: str, clause: str, args: dict[str, object] | None = None) -> None:
        self.code = code
        self.clause = clause
        self.args: dict[str, object] = args if args is not None else {}

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.clause!r}, {self.args!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return False
        return self.code == other.code and self.clause == other.clause and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.code, self.clause))


class Refused(ParcFermeError):
    """An action was submitted that the rules do not allow now. Nothing has changed."""

    def __init__(self, notation: str, refusal: Refusal) -> None:
        super().__init__(f"{notation} is not possible now: {refusal.code} ({refusal.clause})")
        self.notation = notation
        self.refusal = refusal


class UnknownGame(ParcFermeError):
    """There is no game of that name."""


class UnknownVersion(UnknownGame):
    """The game is here, but not under that version of its rules."""

    def __init__(self, game: str, version: int, known: tuple[int, ...]) -> None:
        listed = ", ".join(str(number) for number in known)
        super().__init__(f"{game}: rules version {version} is not known here; this program plays {listed}")
        self.game = game
        self.version = version
        self.known = known


class Fault:
    """One thing wrong with a content file: where it is, what it is, and the clause it breaks (or '').

    For the studio also the `path` to it in the document (else the place is one), and a sentence: its `key` and `args`.
    """

    __slots__ = ("place", "reason", "clause", "path", "key", "args")

    def __init__(
        self,
        place: str,
        reason: str,
        clause: str = "",
        *,
        path: str = "",
        key: str = "",
        args: dict[str, object] | None = None,
    ) -> None:
        self.place = place
        self.reason = reason
        self.clause = clause
        self.path = path
        self.key = key
        self.args: dict[str, object] = args if args is not None else {}

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.place}: {self.reason}{cited}"

    def __repr__(self) -> str:
        return f"Fault({self.place!r}, {self.reason!r}, {self.clause!r})"


class BadContent(ParcFermeError):
    """A content file with faults. All of them are listed, so that an author mends the file once."""

    def __init__(self, source: str, faults: list[Fault]) -> None:
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))
        self.source = source
        self.faults = faults


class BadRecord(ParcFermeError):
    """A record that cannot be read: `place` inside it and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


class Diverged(BadRecord):
    """Replay left the rules at log entry `index` (counted from 0)."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(f"log entry {index}", reason)
        self.index = index
