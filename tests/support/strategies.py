"""The drawn questions as Hypothesis strategies, and as a sample that is the same everywhere."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.support.generate import Dice, question


def thrown(draw):
    """Return dice that Hypothesis throws, and shrinks."""
    return Dice(lambda low, high: draw(st.integers(low, high)))


@st.composite
def questions(draw, kind, policy=None):
    """Draw a record and a request for an edit of this kind ("none": the workflow as it stands)."""
    return question(thrown(draw), kind, policy)


def sample(kind, number):
    """Return the same `number` questions always."""
    return [question(Dice.of(f"{kind} {n}"), kind) for n in range(number)]


def examples(number):
    """Settings of a property: so many examples, however long each of them takes."""
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))
