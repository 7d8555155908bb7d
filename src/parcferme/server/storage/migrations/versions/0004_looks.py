"""what an account's name looks like, so that nobody takes one that is easily taken for it"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from parcferme.table.names import look

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("look", sa.String(60)))
    op.create_index("ix_people_look", "people", ["look"])
    people = sa.table("people", *[sa.column(name, sa.String) for name in ("id", "kind", "name", "look")])
    connection = op.get_bind()
    for row in list(connection.execute(sa.select(people).where(people.c.kind == "account"))):
        connection.execute(sa.update(people).where(people.c.id == row.id).values(look=look(row.name)))


def downgrade() -> None:
    op.drop_index("ix_people_look", "people")
    op.drop_column("people", "look")
