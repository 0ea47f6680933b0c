"""Does restarting a waiting program change what it does? Run it both ways and see.

>>> from execedit_kit import restart
>>> plan = restart.plan('''
... const start = Date.now();
... for (const issue of tool("list_issues", {})) {
...   if (Date.now() - start > 2 * 3600e3) tool("escalate_issue", { id: issue.id });
...   else if (tool("ask_human", { question: `Close #${issue.id}?` }) === "yes") tool("close_issue", { id: issue.id });
... }
... return "done";
... ''')
>>> pair = restart.run_both(plan)
>>> pair.breaks, str(pair.differences[0])
(True, 'questions: 2 paused, 5 restarted')

``plan`` and ``read_plan`` make a plan; ``run_paused``, ``run_restarted`` and ``run_both`` run it in a ``World`` and
return a ``Run`` (or a ``Pair`` of them) with its timeline, its ``outcome`` and, for a pair, the ``differences``.
``elsewhere()`` gives processes in which a paused run is frozen to bytes at each question and goes on in another one. A
replay ``Design`` says what a restarted run hands back; ``DESIGNS`` names the usual ones, ``POST`` is the default.
``as_records`` turns each restart of a pair into an execution record and an edit for the exact checker.
"""

from execedit_kit.restart.as_record import Restart, as_record, as_records
from execedit_kit.restart.compare import VISIBLE, Difference, Outcome, differences
from execedit_kit.restart.elsewhere import Elsewhere, elsewhere
from execedit_kit.restart.freeze import Frozen, resume, start
from execedit_kit.restart.limits import Budget
from execedit_kit.restart.plan import MalformedPlan, Plan, plan, read_plan
from execedit_kit.restart.replay import DESIGNS, POST, Design
from execedit_kit.restart.run import Pair, Run, run_both, run_paused, run_restarted
from execedit_kit.restart.session import Ended, Event
from execedit_kit.restart.world import ANSWERS, ISSUES, START, Issue, World

__all__ = [
    "ANSWERS",
    "DESIGNS",
    "ISSUES",
    "POST",
    "START",
    "VISIBLE",
    "Budget",
    "Design",
    "Difference",
    "Elsewhere",
    "Ended",
    "Event",
    "Frozen",
    "Issue",
    "MalformedPlan",
    "Outcome",
    "Pair",
    "Plan",
    "Restart",
    "Run",
    "World",
    "as_record",
    "as_records",
    "differences",
    "elsewhere",
    "plan",
    "read_plan",
    "resume",
    "run_both",
    "run_paused",
    "run_restarted",
    "start",
]
