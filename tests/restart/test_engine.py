"""The shipped engine is what it says it was made from."""

import gzip
import importlib.metadata
import tomllib

import pytest

from execedit_kit.restart import engine
from execedit_kit.restart.engine import build

MADE_WITH = tomllib.loads(engine.FILE.with_name("source.toml").read_text())


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


@pytest.mark.skipif(
    any(version(package) != made for package, made in MADE_WITH.items()),
    reason="the engine was made with other versions of quickjs-rs or icpp-binaryen than are installed here",
)
def test_made_anew_it_has_the_same_bytes():
    assert build.build() == engine.guest_bytes()


def test_it_names_its_source_and_carries_its_licence():
    assert set(MADE_WITH) == {"quickjs-rs", "icpp-binaryen"}
    assert "MIT License" in engine.FILE.with_name("LICENSE.quickjs-rs").read_text()
    assert engine.digest().startswith("sha256:")
    assert gzip.decompress(engine.FILE.read_bytes())[:4] == b"\0asm"
