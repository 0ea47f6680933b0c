"""How we know: the evidence of an answer, and a verifier that confirms an answer without the checker."""
