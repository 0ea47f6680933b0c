"""Where a simplification fails: naive checkers, small scopes, search, shrinking, record pairs, many processes."""
