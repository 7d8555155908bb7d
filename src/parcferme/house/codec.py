"""JSON at the edges: the one place that knows msgspec's encoder."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
decode = msgspec.json.decode
DecodeError = msgspec.DecodeError


def encode_text(value: object) -> str:
    return _encoder.encode(value).decode()


def as_written(text: str) -> msgspec.Raw:
    """JSON that is written down already, as a part of something else: it is neither read nor made again."""
    return msgspec.Raw(text.encode())


def decode_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object; raises DecodeError."""
    try:
        value = msgspec.json.decode(text)
    except RecursionError as error:
        raise DecodeError("nested too deeply") from error
    if not isinstance(value, dict):
        raise DecodeError("not a JSON object")
    return value
