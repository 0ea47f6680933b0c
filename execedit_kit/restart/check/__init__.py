"""Does restarting this plan change what it does? Three levels: text, flow, witness (restart lab, section 5).

>>> from execedit_kit import restart
>>> from execedit_kit.restart.check import check
>>> checked = check(restart.plan("const at = Date.now(); tool('ask_human', { question: 'Go on?' }); return at;"))
>>> [(finding.line, finding.kind) for finding in checked.findings]
[(1, 'clock')]
"""

from execedit_kit.restart.check.checked import LEVELS, Checked, Level, check
from execedit_kit.restart.check.finding import Finding, Place
from execedit_kit.restart.check.limits import Limits
from execedit_kit.restart.check.suppress import Suppressed
from execedit_kit.restart.check.witness import Witness, find_witness

__all__ = ["LEVELS", "Checked", "Finding", "Level", "Limits", "Place", "Suppressed", "Witness", "check", "find_witness"]
