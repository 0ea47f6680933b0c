"""A whole desk in one line of text, for a link: record, steps, position, question; nothing has to be fetched."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from execedit_kit.record.errors import MalformedRecord
from execedit_kit.record.json_text import canonical_json, parse_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits

FORMAT = "edit-desk/1"
LONGEST = 200_000
_MOST_BYTES = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Held:
    """What a token holds: a record's document, steps and position, and the step in question, if there is one."""

    document: Mapping[str, Any]
    steps: list[Any]
    at: int
    question: Mapping[str, Any] | None = None


def to_token(held: Held) -> str:
    """Return the token: canonical JSON, compressed, in the letters that a link may hold.

    Raises
    ------
    MalformedRecord
        When it would be longer than a token may be.
    """
    fields = {"format": FORMAT, "record": held.document, "steps": held.steps, "at": held.at}
    text = canonical_json(fields | ({} if held.question is None else {"question": held.question}))
    token = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(token) > LONGEST or len(text) > _MOST_BYTES:
        raise MalformedRecord(
            f"the record is too large for a token ({len(token):,} letters); save it as a file instead"
        )
    return token


def from_token(token: str, *, limits: Limits = DEFAULT_LIMITS) -> Held:
    """Return what a token holds; none of it is checked any further here.

    Raises
    ------
    MalformedRecord
        When it is no token, is damaged, or holds more than a token may.
    """
    letters = token.strip()
    if len(letters) > LONGEST:
        raise MalformedRecord(f"the token has {len(letters):,} letters, and {LONGEST:,} are allowed")
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        unpack = zlib.decompressobj()
        data = unpack.decompress(packed, _MOST_BYTES)
    except (binascii.Error, ValueError, zlib.error):
        raise MalformedRecord("this is no desk token, or a part of it was lost; copy it whole") from None
    if unpack.unconsumed_tail:
        raise MalformedRecord(f"the token unpacks to more than {_MOST_BYTES:,} bytes")
    if not unpack.eof:
        raise MalformedRecord("a part of the token was lost; copy it whole")
    held = parse_json(data, "token", limits=limits)
    wanted = {"format": str, "record": dict, "steps": list, "at": int}
    if isinstance(held, dict) and "question" in held:
        wanted["question"] = dict
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise MalformedRecord(f"the token holds something other than {FORMAT}")
    for name, kind in wanted.items():
        if type(held.get(name)) is not kind:
            raise MalformedRecord(f"expected {kind.__name__}, not {json.dumps(held.get(name))[:60]}", (name,), "token")
    unknown = sorted(set(held) - set(wanted))
    if unknown:
        raise MalformedRecord(f"unknown field {unknown[0]!r}", (unknown[0],), "token")
    return Held(held["record"], held["steps"], held["at"], held.get("question"))
