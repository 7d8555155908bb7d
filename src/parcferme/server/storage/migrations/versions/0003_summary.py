"""what a list tells of a table, apart from its setup, which may hold whole boards"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from parcferme.house.catalogue import kept_summary
from parcferme.house.codec import encode_text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("summary", sa.Text(), nullable=False, server_default="{}"))
    columns = [sa.column(name, sa.String) for name in ("id", "game", "setup", "pace", "summary")]
    tables = sa.table("tables", *columns)
    connection = op.get_bind()
    for id in list(connection.execute(sa.select(tables.c.id)).scalars()):
        row = connection.execute(sa.select(tables).where(tables.c.id == id)).one()
        summary = encode_text(kept_summary(row.game, row.setup, row.pace))
        connection.execute(sa.update(tables).where(tables.c.id == id).values(summary=summary))


def downgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("summary")
