"""Whose room a table takes: nobody fills the server with tables that stand open.

An account has a number of open tables of its own. Guests cost nothing to become, so those of one address share that
number; what they leave standing is forgotten after a day, because the next household may get the address. Tables of
events take nobody's room, nor do those of organisers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from parcferme.server.storage.schema import tables
from parcferme.table.errors import Denied
from parcferme.table.table import GATHERING, PLAYING

DAY: Final = 86_400_000


class Opener(NamedTuple):
    """Whose room is taken, as a table's row keeps it, and how much of it there is."""

    mark: str
    is_account: bool
    most: int

    def must_have_room(self, connection: Connection, now: int) -> None:
        """For another table; raises Denied, which says what to do."""
        open_ones = (tables.c.opener == self.mark, tables.c.status.in_([GATHERING, PLAYING]))
        since = 0 if self.is_account else now - DAY
        query = select(func.count()).select_from(tables).where(*open_ones, tables.c.created_at > since)
        if connection.execute(query).scalar_one() >= self.most:
            raise self._refusal()

    def _refusal(self) -> Denied:
        if self.is_account:
            reason = f"you have {self.most} tables open: finish or close one of them first"
            return Denied("tables_open", reason, blanks={"most": self.most})
        reason = f"guests at your address have {self.most} tables open: finish or close one of them, or sign in"
        return Denied("guests_open", reason, blanks={"most": self.most})
