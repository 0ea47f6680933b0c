"""What may be asked: the edits, the workflow each derives, and the account of every required result."""
