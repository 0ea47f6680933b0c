"""Signatures of authorities under removals: Ed25519 over exactly what is removed, from what, under which versions.

The runtime holds public keys only. An authority signs wherever it likes: :attr:`SignatureRequest.message` is the bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from execedit_kit.edits.derivation import Derivation, InvalidEdit
from execedit_kit.edits.derive import derive
from execedit_kit.record.errors import KitError
from execedit_kit.record.events import EditRequest, MergeSelect, RestoreReplace
from execedit_kit.record.execution import ExecutionRecord
from execedit_kit.record.json_text import canonical_json
from execedit_kit.record.limits import DEFAULT_LIMITS, Limits
from execedit_kit.record.workflow import branches
from execedit_kit.runtime.arguments import of_kind, quoted

_PURPOSE = b"execedit-kit: removal of required results\n"


@dataclass(frozen=True, slots=True)
class SignatureRequest:
    """What an authority is asked to sign (model, section 2, required results).

    Parameters
    ----------
    issuer, domain : str
        The file and its policy domain.
    policy_version, rule_version : int
        As they stand.
    record : str
        The digest of the record as it stands.
    edit_json : str
        The edit without signatures, its rule σ among it, as canonical JSON.
    removed : tuple[tuple[str, str, tuple[str, ...]], ...]
        The exact set: part, result, and the authorities who require it.
    """

    issuer: str
    domain: str
    policy_version: int
    rule_version: int
    record: str
    edit_json: str
    removed: tuple[tuple[str, str, tuple[str, ...]], ...]

    @property
    def authorities(self) -> tuple[str, ...]:
        """Who has to sign."""
        return tuple(sorted({name for _, _, authorities in self.removed for name in authorities}))

    @property
    def message(self) -> bytes:
        """The bytes to sign: equal requests give equal bytes."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return _PURPOSE + canonical_json(fields).encode()

    def sign(self, key: Ed25519PrivateKey) -> bytes:
        """Return an authority's signature. The key is used here and kept nowhere."""
        of_kind(key, Ed25519PrivateKey, "key", "an Ed25519 private key")  # type: ignore[type-abstract]
        return key.sign(self.message)


def removal(
    record: ExecutionRecord,
    edit: EditRequest,
    issuer: str,
    versions: tuple[int, int],
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> SignatureRequest:
    """Return what would have to be signed for an edit of a record; nothing removed, nobody has to sign.

    Parameters
    ----------
    versions : tuple[int, int]
        The policy version and the rule version.

    Raises
    ------
    InvalidEdit
        When the edit has no derivation whoever signs.
    """
    bare = replace(edit, signed_by=())
    derived = derive(record, replace(edit, signed_by=_everybody(record)), limits=limits)
    return SignatureRequest(
        issuer, record.registration.domain, *versions, record.digest, canonical_json(bare.document()), _removed(derived)
    )


def _removed(derived: Derivation) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    gone = (required for required in derived.required if required.account == "removed")
    return tuple((required.part, required.result, tuple(sorted(required.authorities))) for required in gone)


def _everybody(record: ExecutionRecord) -> tuple[str, ...]:
    names = {record.registration.authority}
    for branch in branches(record.workflow):
        names.update(*(result.authorities for result in branch.contract.results))
    return tuple(sorted(names))


def signed(
    record: ExecutionRecord,
    edit: EditRequest,
    issuer: str,
    versions: tuple[int, int],
    signatures: Mapping[str, bytes],
    keys: Mapping[str, bytes],
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> EditRequest:
    """Return the edit with the authorities whose signatures hold.

    Raises
    ------
    RefusedSignature
        When a signature does not hold, or names signers that nothing proves.
    """
    if edit.signed_by:
        raise RefusedSignature("the edit only says who signed it; give the signatures themselves")
    if not signatures:
        return edit
    if not isinstance(edit, RestoreReplace | MergeSelect):
        raise RefusedSignature(f"a {edit.kind} removes nothing, so nobody signs it")
    try:
        request = removal(record, edit, issuer, versions, limits=limits)
    except InvalidEdit:
        return edit
    for authority, signature in signatures.items():
        if authority not in keys:
            raise RefusedSignature(
                f"no key of {quoted(authority)} is registered; register it when the runtime is created"
            )
        if authority not in request.authorities:
            raise RefusedSignature(f"{quoted(authority)} requires none of the results that the edit would remove")
        if not holds(keys[authority], signature, request.message):
            raise RefusedSignature(
                f"the signature of {authority!r} does not hold for this removal from the record as it stands"
            )
    return replace(edit, signed_by=tuple(sorted(signatures)))


class RefusedSignature(KitError):
    """A signature that does not hold."""


def holds(key: bytes, signature: object, message: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    if not isinstance(signature, bytes):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_key(given: object) -> bytes:
    """Return the 32 bytes of an authority's public key, given as a key, its bytes, or PEM text.

    Raises
    ------
    KitError
        When it is no Ed25519 public key.
    """
    key = given
    try:
        if isinstance(key, str):
            key = load_pem_public_key(key.encode())
        elif isinstance(key, bytes):
            key = load_pem_public_key(key) if key.startswith(b"-----") else Ed25519PublicKey.from_public_bytes(key)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if isinstance(key, Ed25519PrivateKey):
        raise KitError("this is a private key, which stays with its authority; give its public_key()")
    if not isinstance(key, Ed25519PublicKey):
        raise KitError("an authority's key is an Ed25519 public key: as a key, its 32 bytes, or PEM text")
    return key.public_bytes_raw()
