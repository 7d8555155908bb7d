"""what accounts' names look like, once more: letters of more scripts are taken for Latin ones"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from parcferme.table.names import look

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    people = sa.table("people", *[sa.column(name, sa.String) for name in ("id", "kind", "name", "look")])
    connection = op.get_bind()
    for row in list(connection.execute(sa.select(people).where(people.c.kind == "account"))):
        connection.execute(sa.update(people).where(people.c.id == row.id).values(look=look(row.name)))


def downgrade() -> None:
    """The column stays; what stands there is made anew with every name."""
