"""The signature of a server under an event's file: Ed25519 over what everything in the file follows from.

Anybody can change a file and work everything out anew; what they make is another event, signed by nobody or by somebody
else. Files of one server all carry the same public key.

    signature   "ed25519:PUBLIC KEY:SIGNATURE", both as hex digits
    over        "parcferme-event/1 ID STATUS CHAIN", the chain of the last note of the journal
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.organise.event import Event
from parcferme.organise.files import FORMAT

ALGORITHM: Final = "ed25519"


def sign(secret: bytes, event: Event) -> str:
    """The signature by whoever holds this secret."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # slow to load, seldom needed

    key = Ed25519PrivateKey.from_private_bytes(hmac.digest(secret, b"event files", hashlib.sha256))
    return f"{ALGORITHM}:{key.public_key().public_bytes_raw().hex()}:{key.sign(_statement(event)).hex()}"


def signer_of(event: Event, signature: str) -> str:
    """The public key of whoever has signed; '' where nobody has. Raises BadRecord for a signature that is not right."""
    if not signature:
        return ""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    algorithm, _, rest = signature.partition(":")
    public, _, signed = rest.partition(":")
    if algorithm != ALGORITHM:
        raise BadRecord("signature", f"is not by {ALGORITHM}")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signed), _statement(event))
    except (ValueError, InvalidSignature) as error:
        raise BadRecord("signature", "is not the one of its key under this event") from error
    return public


def _statement(event: Event) -> bytes:
    return f"{FORMAT} {event.id} {event.status} {event.chain}".encode()
