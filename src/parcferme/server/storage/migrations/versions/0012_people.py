"""people: friends, invitations to tables, clubs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _pairs("bonds", "person", "other", sa.Column("kind", sa.String(8), nullable=False))
    op.create_index("ix_bonds_other", "bonds", ["other"])
    _pairs("invitations", "table_id", "person", sa.Column("by", sa.String(24), nullable=False))
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_index("ix_invitations_by", "invitations", ["by"])
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("about", sa.String(400), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    _pairs("club_people", "club_id", "person", sa.Column("role", sa.String(8), nullable=False))
    op.create_index("ix_club_people_person", "club_people", ["person"])
    _of_club("club_tables", sa.Column("table_id", sa.String(24), nullable=False))
    _of_club("club_events", sa.Column("event_id", sa.String(40), nullable=False))


def _pairs(name: str, first: str, second: str, told: sa.Column[str]) -> None:
    op.create_table(
        name,
        sa.Column(first, sa.String(24), nullable=False),
        sa.Column(second, sa.String(24), nullable=False),
        told,
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(first, second, name=f"pk_{name}"),
    )


def _of_club(name: str, what: sa.Column[str]) -> None:
    op.create_table(
        name,
        what,
        sa.Column("club_id", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(what.name, name=f"pk_{name}"),
    )
    op.create_index(f"ix_{name}_club_id", name, ["club_id"])


def downgrade() -> None:
    for name in ("club_events", "club_tables", "club_people", "clubs", "invitations", "bonds"):
        op.drop_table(name)
