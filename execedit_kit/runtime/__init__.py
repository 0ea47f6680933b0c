"""Keeping to it: the rules in force, tokens, one journal of what happened, and recovery after any stop."""
