"""What a player has reached over all levels, as a value and as a line of text that can be kept anywhere."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from frozendict import frozendict
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from execedit_kit.record.errors import KitError
from execedit_kit.record.json_text import canonical_json

FORMAT = "level-progress/1"
_LONGEST = 20_000
_MOST_BYTES = 200_000


class MalformedToken(KitError):
    """A text that is no progress token. The message is one line."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The best that was reached in one level: stars, and steps."""

    stars: int
    steps: int

    def better(self, other: Reached | None) -> Reached:
        """Return the most stars and the fewest steps of both."""
        return self if other is None else Reached(max(self.stars, other.stars), min(self.steps, other.steps))


@dataclass(frozen=True, slots=True)
class Saved:
    """Which level is open, and what was reached in each."""

    level: str = ""
    reached: Mapping[str, Reached] = frozendict()

    def solved(self, name: str, stars: int, steps: int) -> Saved:
        """Return it after a level was solved; what was better before stays."""
        best = Reached(stars, steps).better(self.reached.get(name))
        return Saved(self.level, frozendict({**self.reached, name: best}))

    def joined(self, *others: Saved) -> Saved:
        """Return the best of all; the level that is open is the last one that is."""
        joined = self
        for other in others:
            for name, one in other.reached.items():
                joined = joined.solved(name, one.stars, one.steps)
            joined = joined.opened(other.level or joined.level)
        return joined

    def opened(self, name: str) -> Saved:
        """Return it with another level open."""
        return Saved(name, self.reached)

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        reached = {name: [one.stars, one.steps] for name, one in self.reached.items()}
        return {"format": FORMAT, "level": self.level, "reached": reached}

    @property
    def token(self) -> str:
        """All of it in one line; :func:`read_token` reads it."""
        packed = zlib.compress(canonical_json(self.document()).encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Literal["level-progress/1"]
    level: Annotated[str, Field(strict=True)]
    reached: dict[
        str,
        tuple[Annotated[int, Field(strict=True, ge=1, le=3)], Annotated[int, Field(strict=True, ge=0, le=10_000)]],
    ]


def read_token(text: str, known: Iterable[str]) -> Saved:
    """Return what a token holds; levels that are not known are left out.

    Raises
    ------
    MalformedToken
        When it is no token, or a part of it was lost.
    """
    letters = "".join(text.split())
    if not letters:
        raise MalformedToken("there is no token here; paste the line that was shown under “Keep your progress”")
    if len(letters) > _LONGEST:
        raise MalformedToken(f"a token has at most {_LONGEST:,} letters, and this has {len(letters):,}")
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        unpack = zlib.decompressobj()
        data = unpack.decompress(packed, _MOST_BYTES)
        if not unpack.eof:
            raise ValueError("cut off")
        held = _Document.model_validate(json.loads(data))
    except ValidationError:
        raise MalformedToken("this token is about something other than progress in levels") from None
    except (binascii.Error, ValueError, zlib.error, RecursionError):
        raise MalformedToken("this is no progress token, or a part of it was lost; copy the whole line") from None
    names = set(known)
    reached = {name: Reached(*one) for name, one in held.reached.items() if name in names}
    return Saved(held.level if held.level in names else "", frozendict(reached))
