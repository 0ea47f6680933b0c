"""On a cluster a search finds what it finds here, whatever becomes of its workers."""

import os
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import cloudpickle
import distributed
import pytest

import execedit_kit as ek
from execedit_kit.explore.aim import disagreement
from execedit_kit.explore.cluster import on_cluster
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.search import search
from execedit_kit.explore.size import Size

SMALL = Scope(Size(calls=2, actions=2, labels=2, results=2, events=1, policy_states=2), total=9)
AIM = disagreement("label-identity")


@pytest.fixture(scope="module")
def here():
    return search(AIM, SMALL, first=2)


@dataclass(frozen=True)
class KillsItsWorker:
    """Judges as usual, but the first worker that comes to a certain registration is killed there."""

    mark: Path
    number: int

    def __call__(self, instance):
        if instance.number >= self.number and not self.mark.exists():
            self.mark.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return AIM.judge(instance)


def test_a_killed_worker_loses_nothing(here, tmp_path):
    mark = tmp_path / "killed"
    aim = replace(AIM, judge=KillsItsWorker(mark, 500))
    # Values, not this module, go to the workers, which need not have it.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    found = search(aim, SMALL, first=2, parts=on_cluster(aim, workers=2, unit=40))
    assert mark.exists()
    assert int(mark.read_text()) != os.getpid()
    assert found == here


def test_a_scheduler_by_address_and_any_unit(here):
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=None
    ) as cluster:
        for unit in (7, 1_000):
            parts = on_cluster(AIM, cluster.scheduler_address, unit=unit)
            assert search(AIM, SMALL, first=2, parts=parts) == here


def test_nobody_at_the_address_is_said(monkeypatch):
    monkeypatch.setattr("execedit_kit.explore.cluster._PATIENCE", "1s")
    with pytest.raises(ek.KitError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        search(AIM, SMALL, parts=on_cluster(AIM, "tcp://127.0.0.1:9"))
