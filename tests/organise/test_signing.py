"""Signatures under event files: whoever works a changed file out anew cannot sign it as the server did."""

from __future__ import annotations

import json

import pytest

from parcferme.core.errors import BadRecord
from parcferme.organise.files import write_event
from parcferme.organise.signing import sign
from parcferme.organise.verify import verify
from tests.organise.helpers import RALLYMAN, Desk

KEY = b"the server's own"


def held(*names: str) -> Desk:
    return Desk(RALLYMAN).enter(*names).open().close()


def test_a_signed_file_names_the_same_key_whatever_the_event() -> None:
    files = [write_event(made.outcome(), sign(KEY, made.event)) for made in (held("ann"), held("ann", "bob"))]
    first, second = (verify(text).signer for text in files)
    assert first == second != ""
    assert verify(write_event(held("ann").outcome())).signer == ""


@pytest.mark.parametrize("other", ["another event", "another key", "half", "no hex", "another way"])
def test_a_signature_that_is_not_right_is_refused_by_its_name(other: str) -> None:
    made, elsewhere = held("ann"), held("ann", "bob")
    right = sign(KEY, made.event)
    algorithm, public, signed = right.split(":")
    wrong = {
        "another event": sign(KEY, elsewhere.event),
        "another key": f"{algorithm}:{sign(b'else', made.event).split(':')[1]}:{signed}",
        "half": right[:-20],
        "no hex": f"{algorithm}:{public}:zz",
        "another way": f"rsa:{public}:{signed}",
    }[other]
    with pytest.raises(BadRecord) as error:
        verify(write_event(made.outcome(), wrong))
    assert error.value.place == "signature"


def test_who_works_everything_out_anew_cannot_keep_the_signature() -> None:
    made, changed = held("ann", "bob"), held("ann")
    signature = json.loads(write_event(made.outcome(), sign(KEY, made.event)))["signature"]
    with pytest.raises(BadRecord, match="signature"):
        verify(write_event(changed.outcome(), signature))
