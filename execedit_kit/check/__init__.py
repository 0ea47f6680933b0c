"""Is it safe: the definition, the exact pass that agrees with it, the answers, and what they allow next."""
