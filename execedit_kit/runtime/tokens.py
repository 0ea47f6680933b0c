"""Tokens: who may process which call, once, under which rules (model, section 5).

A token is its claims and an HMAC-SHA256 over them, with a key that is drawn for each file and stored in it. That makes
tokens unforgeable for an agent that cannot read the file, and for nobody else: whoever reads the file has the key, and
whoever writes it needs no token.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from functools import lru_cache

from execedit_kit.record.json_text import canonical_json

_PREFIX = "ek1"


@dataclass(frozen=True, slots=True)
class Claims:
    """What a token binds.

    Parameters
    ----------
    issuer : str
        The file that issued it.
    domain : str
        The scope: the policy domain.
    call, action : str
        The call it is for, and the action that call refers to.
    request : str
        The digest of the action's canonical request.
    rule_version : int
        The rules under which it holds.
    """

    issuer: str
    domain: str
    call: str
    action: str
    request: str
    rule_version: int

    @property
    def fields(self) -> tuple[str, str, str, str, str, int]:
        """Every claim, in order."""
        return self.issuer, self.domain, self.call, self.action, self.request, self.rule_version


@lru_cache(maxsize=4096)
def request_digest(request_json: str) -> str:
    """Return ``sha256:`` of a canonical request."""
    return "sha256:" + hashlib.sha256(request_json.encode()).hexdigest()


def mint(key: bytes, claims: Claims) -> str:
    """Return the token for these claims: equal claims give equal text."""
    body = canonical_json(claims.fields).encode()
    seal = hmac.digest(key, b"token\n" + body, "sha256")
    return ".".join((_PREFIX, _text(body), _text(seal)))


def same(token: object, expected: str) -> bool:
    """Compare a presented token with an expected one, in constant time; anything but text is no token."""
    return isinstance(token, str) and hmac.compare_digest(token.encode("utf-8", "surrogatepass"), expected.encode())


def claimed(token: object) -> Claims | None:
    """Return what a token says it is for, whether or not it is genuine."""
    if not isinstance(token, str) or len(token) > 2**16:
        return None
    try:
        prefix, body, _ = token.split(".")
        fields = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        claims = Claims(*fields)
    except (ValueError, TypeError, RecursionError):
        return None
    *texts, version = claims.fields
    is_well_formed = prefix == _PREFIX and type(version) is int and all(type(text) is str for text in texts)
    return claims if is_well_formed else None


def genuine(key: bytes, token: object) -> Claims | None:
    """Return the claims of a token that this key sealed, or ``None``."""
    claims = claimed(token)
    return claims if claims is not None and same(token, mint(key, claims)) else None


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
