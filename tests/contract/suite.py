"""All checks by name. A new game gets them by existing."""

from __future__ import annotations

from collections.abc import Callable

from tests.contract.checks import asking, effects, endings, identity, knowledge, nodes, papers, positions
from tests.contract.subject import Subject

Check = Callable[[Subject], None]

CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        nodes.node_kinds, nodes.legal_lists, nodes.reasons, nodes.notations, nodes.chances, nodes.defaults,
        nodes.interruptions, identity.copies, identity.dumps, identity.records, identity.telling, knowledge.views,
        positions.mutations,
        knowledge.resampling, knowledge.redrawing, knowledge.secrets, knowledge.sealed, knowledge.event_shapes,
        endings.bounds, endings.results, papers.plates, papers.clauses_exist, papers.texts_exist, papers.languages,
        asking.asks, effects.effects, effects.nothing_hidden,
    )
}  # fmt: skip
