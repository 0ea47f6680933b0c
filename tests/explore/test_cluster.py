"""On a cluster a search finds what it finds here, whatever becomes of its workers."""

import json
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


def refuses_to_answer(record, edit):
    raise ZeroDivisionError("of the user")


def test_what_a_function_raises_on_a_worker_arrives_with_the_question_it_was_asked():
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    aim = disagreement(refuses_to_answer)
    with pytest.raises(ZeroDivisionError, match="of the user") as raised:
        search(aim, SMALL, parts=on_cluster(aim, workers=1))
    assert "refuses_to_answer was asked about registration 1, question 0: {" in raised.value.__notes__[0]


@dataclass(frozen=True)
class ClosesTheCluster:
    """Judges as usual, until at a certain registration the cluster is gone."""

    cluster: list
    number: int

    def __call__(self, part):
        if part.last > self.number and self.cluster:
            self.cluster.pop().close()
        return part


def test_a_scheduler_that_is_lost_is_said_and_the_next_run_goes_on(here, tmp_path):
    state = tmp_path / "state.json"
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=None
    ) as cluster:
        closes = ClosesTheCluster([cluster], 100)
        parts = on_cluster(AIM, cluster.scheduler_address, unit=40)
        with pytest.raises(ek.KitError, match=r"the scheduler of the search, tcp://.*, is lost"):
            search(AIM, SMALL, first=2, state=state, parts=lambda found: map(closes, parts(found)))
    assert not closes.cluster
    assert 100 < json.loads(state.read_text())["next"] < len(SMALL)
    assert search(AIM, SMALL, first=2, state=state) == here


def test_a_scheduler_without_workers_is_said(monkeypatch):
    monkeypatch.setattr("execedit_kit.explore.cluster._PATIENCE", 0.3)
    with (
        distributed.LocalCluster(
            n_workers=0, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(ek.KitError, match=r"the scheduler at tcp://.* has no worker, and none came for 0\.3 seconds"),
    ):
        search(AIM, SMALL, parts=on_cluster(AIM, client))
    with pytest.raises(ek.KitError, match="at least one worker and one registration a range, not 0 and 400"):
        on_cluster(AIM, workers=0)


@dataclass(frozen=True)
class KillsEveryWorker:
    def __call__(self, instance):
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_range_that_kills_every_worker_is_given_up(monkeypatch):
    monkeypatch.setattr("execedit_kit.explore.cluster._MOST_FAILURES", 1)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    aim = replace(AIM, judge=KillsEveryWorker())
    with pytest.raises(ek.KitError, match=r"a range of the search is given up: .* those workers died"):
        search(aim, SMALL, parts=on_cluster(aim, workers=1))


def test_nobody_at_the_address_is_said(monkeypatch):
    monkeypatch.setattr("execedit_kit.explore.cluster._PATIENCE", 1.0)
    with pytest.raises(ek.KitError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        search(AIM, SMALL, parts=on_cluster(AIM, "tcp://127.0.0.1:9"))
