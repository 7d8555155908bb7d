"""puzzles: first tries with the ratings after them, and those that people have made"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("puzzle", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("choice", sa.String(200), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("own", sa.Integer(), nullable=False),
        sa.Column("theirs", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_puzzle", "puzzle_tries", ["puzzle", "choice"])
    op.create_index("ix_puzzle_tries_person", "puzzle_tries", ["person", "game", "at"])
    op.create_table(
        "own_puzzles",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_own_puzzles"),
    )
    op.create_index("ix_own_puzzles_person", "own_puzzles", ["person"])


def downgrade() -> None:
    op.drop_table("own_puzzles")
    op.drop_table("puzzle_tries")
