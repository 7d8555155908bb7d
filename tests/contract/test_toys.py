"""The suite by itself: healthy toys pass every check, and each check finds the toys that were spoiled for it."""

from __future__ import annotations

import pytest

from tests.contract import toys
from tests.contract.broken import FAULTS, Fault
from tests.contract.subject import Asks, Broken, Subject
from tests.contract.suite import CHECKS


def subject_of(toy: str) -> Subject:
    return Subject(toys.meta(toy), toys.TOYS[toy], toys.CLAUSES, toys.TEXTS, Asks(toys))


@pytest.fixture(scope="module", params=sorted(toys.TOYS))
def subject(request: pytest.FixtureRequest) -> Subject:
    return subject_of(request.param)


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_healthy_toys_pass(subject: Subject, check: str) -> None:
    CHECKS[check](subject)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.check}-{fault.says}")
def test_spoiled_toys_fail_their_check(fault: Fault) -> None:
    with pytest.raises(Broken) as broken:
        CHECKS[fault.check](fault.make())
    assert fault.says in str(broken.value)


def test_every_check_has_a_spoiled_toy() -> None:
    assert {fault.check for fault in FAULTS} == set(CHECKS)
