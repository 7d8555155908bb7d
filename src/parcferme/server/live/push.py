"""Messages to browsers that are closed: Web Push, sealed for the browser (RFC 8291) and signed by us (VAPID, RFC 8292).

The makers of browsers run the servers it goes by. They learn that something was sent and when, and nothing of it. The
keys are our own, made once and kept in the database: a browser that was told by other keys does not hear us any more.
"""

from __future__ import annotations

import base64
import os
import time
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from parcferme.house.codec import encode
from parcferme.server.people.pushes import unpacked

RECORD: Final = 4096  # bytes: one record holds a whole message
LASTS: Final = 12 * 3600  # seconds for which we sign
KEPT: Final = 24 * 3600  # … for which a browser that is off may still get it


def new_key() -> str:
    """A key of our own, as it is kept."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return number.to_bytes(32).hex()


def private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int(key, 16), ec.SECP256R1())


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """… and its public half, which browsers subscribe with."""
    shape = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, shape)


def packed(data: bytes) -> str:
    """Base64 as browsers write it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sealed(text: bytes, browser_key: bytes, auth: bytes) -> bytes:
    """What only that browser can read."""
    once = ec.generate_private_key(ec.SECP256R1())
    salt, own = os.urandom(16), public(once)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser_key)
    shared = once.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, auth, b"WebPush: info\0" + browser_key + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)  # 2: the last record


def _derived(secret: bytes, salt: bytes, what: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, what).derive(secret)


def signed(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, now: float | None = None) -> dict[str, str]:
    """The headers of a message to this address: for whom, from whom, until when."""
    parts = urlsplit(endpoint)
    until = int(time.time() if now is None else now) + LASTS
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": contact}
    told = f"{packed(encode({'typ': 'JWT', 'alg': 'ES256'}))}.{packed(encode(claims))}"
    r, s = utils.decode_dss_signature(key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{told}.{packed(r.to_bytes(32) + s.to_bytes(32))}"
    return {
        "Authorization": f"vapid t={token}, k={packed(public(key))}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "normal",
    }


def message(text: bytes, browser_key: str, auth: str) -> bytes:
    return sealed(text, unpacked(browser_key), unpacked(auth))
