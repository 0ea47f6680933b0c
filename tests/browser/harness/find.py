"""The system's Chromium, without a network."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium():
    """Where the browser is, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def browser_or_skip():
    """Where the browser is. Without one the test is skipped, and fails when CI=true."""
    found = chromium()
    if found is None:
        reason = "no Chromium on the PATH (Debian and Ubuntu: apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def launch(playwright):
    """A browser with a fresh profile that talks to nobody."""
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=browser_or_skip(), args=[*QUIET, *root])
