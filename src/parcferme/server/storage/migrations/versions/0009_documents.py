"""documents that people make: drafts, published versions, ratings; what is being measured; reports of documents"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("document", sa.String(24), nullable=False, server_default=""))
    op.create_table(
        "documents",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        *_described(),
        sa.Column("stops", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(9), nullable=False),
        sa.Column("barred", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("share", sa.String(32), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("published_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_person", "documents", ["person"])
    op.create_index("ix_documents_shelf", "documents", ["state", "game", "published_at"])
    op.create_table(
        "document_versions",
        sa.Column("document_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(16), nullable=False),
        *_described(),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_document_versions"),
    )
    op.create_index("ix_document_versions_hash", "document_versions", ["hash"])
    op.create_table(
        "document_ratings",
        sa.Column("document_id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("document_id", "person", name="pk_document_ratings"),
    )
    op.create_index("ix_document_ratings_person", "document_ratings", ["person"])
    op.create_table(
        "studio_jobs",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("visitor", sa.String(45), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studio_jobs"),
    )
    op.create_index("ix_studio_jobs_at", "studio_jobs", ["at"])


def _described() -> list[sa.Column[object]]:
    """What a draft and each of its versions tell of themselves."""
    return [
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("licence", sa.String(16), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("length", sa.String(8), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
    ]


def downgrade() -> None:
    for table in ("studio_jobs", "document_ratings", "document_versions", "documents"):
        op.drop_table(table)
    op.execute("DELETE FROM reports WHERE document <> ''")
    op.drop_column("reports", "document")
