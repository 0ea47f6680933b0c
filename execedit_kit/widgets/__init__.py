"""Hands on: draw an edit on a record's DAG, watch executions being pruned."""
