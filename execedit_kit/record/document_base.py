"""What every model of a document is: strict, closed, and told apart by its one key."""

from __future__ import annotations

import difflib
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, FailFast, StringConstraints, Tag, model_validator
from pydantic_core import PydanticCustomError

T = TypeVar("T")
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, strict=True)]
Listed: TypeAlias = Annotated[list[T], FailFast()]  # one mistake in a long list is enough
State: TypeAlias = Annotated[
    Annotated[str, Tag("<text>")] | Annotated[int, Tag("<number>")],
    Discriminator(
        lambda value: {str: "<text>", int: "<number>"}.get(type(value)),
        custom_error_type="no_state",
        custom_error_message="expected a state: a string or a whole number",
    ),
]


class Document(BaseModel):
    """Strict and closed: unknown fields and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, value: Any) -> Any:
        """Refuse the first unknown field and name the nearest one that may stand here."""
        if isinstance(value, dict) and not value.keys() <= cls.model_fields.keys():
            unknown = next(name for name in value if name not in cls.model_fields)
            allowed = [name for name in cls.model_fields if name not in value] or list(cls.model_fields)
            near = next(iter(difflib.get_close_matches(unknown[:99], allowed, n=1)), "")
            raise PydanticCustomError(
                "unknown_field",
                "unknown field",
                {"name": unknown, "near": near, "allowed": ", ".join(cls.model_fields)},
            )
        return value


def one_of(what: str, *keys: str, also: dict[type, str] | None = None, empty: str | None = None) -> Discriminator:
    """Tell the forms of a union apart by the one key they have, or by their type."""

    def tag(value: Any) -> str | None:
        if also is not None and type(value) in also:
            return also[type(value)]
        if not isinstance(value, dict):
            return None
        found = next((key for key in keys if key in value), None)
        if found is None and value.keys() <= {"authority"}:
            found = empty
        return None if found is None else f"<{found}>"

    forms = ", ".join(keys)
    return Discriminator(
        tag,
        custom_error_type="no_such_form",
        custom_error_message=f"expected {what} an object with one of the keys {forms}",
        custom_error_context={"forms": forms},
    )
