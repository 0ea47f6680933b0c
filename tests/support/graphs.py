"""Two explored graphs are one graph."""

from execedit_kit.check.graph import NEVER


def assert_same_graph(narrow, wide):
    """States, edges, parents, rounds, missing results, sizes, prefixes, classes: one graph."""
    assert len(narrow) == len(wide)
    for state in range(len(narrow)):
        for what in ("processed", "compatible", "edges", "parent", "complete", "round", "missing"):
            one, other = (getattr(graph, what)(state) for graph in (narrow, wide))
            one, other = (list(one), list(other)) if what == "edges" else (one, other)
            assert one == other, (what, state)
    assert narrow.sizes() == wide.sizes()
    assert narrow.prefixes() == wide.prefixes()
    assert narrow.fallen == wide.fallen
    for number in range(len(narrow.sizes()) + 1):
        assert list(map(bool, narrow.on_pairs(number))) == list(map(bool, wide.on_pairs(number)))
    pairs = set(zip(map(int, narrow.classes()), map(int, wide.classes()), strict=True))
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    assert all((one < 0) == (other < 0) for one, other in pairs)
    for graph in (narrow, wide):
        numbers = set(map(int, graph.classes())) - {-1}
        assert numbers == set(range(len(numbers)))
        assert graph.fallen == {
            when: [s for s in range(len(graph)) if graph.round(s) == when]
            for when in sorted({graph.round(s) for s in range(len(graph))} - {NEVER})
        }
