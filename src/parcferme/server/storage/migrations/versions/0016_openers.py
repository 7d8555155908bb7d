"""tables tell whose room they take while they are open"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("opener", sa.String(24), nullable=False, server_default=""))
    op.create_index("ix_tables_opener", "tables", ["opener", "status"])


def downgrade() -> None:
    op.drop_index("ix_tables_opener", "tables")
    op.drop_column("tables", "opener")
