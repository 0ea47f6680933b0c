"""Every commit waits for the disk, and these tests make thousands: their files are in memory where that is possible."""

from pathlib import Path

import pytest

from tests.support.runtimes import quick_folder


@pytest.fixture
def tmp_path():
    with quick_folder() as folder:
        yield Path(folder)
