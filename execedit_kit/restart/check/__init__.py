"""Does restarting this plan change what it does? Three levels: text, flow, witness (restart lab, section 5)."""
