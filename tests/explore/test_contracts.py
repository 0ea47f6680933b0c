"""Every contract of a size is there once, whatever its calls and results are called; registrations likewise."""

import pickle
from collections import Counter
from hashlib import sha256
from itertools import combinations, permutations, product

import pytest

import execedit_kit as ek
from execedit_kit.explore import contracts as listing
from execedit_kit.explore.contracts import TooManyContracts, contracts
from execedit_kit.explore.posets import clashes, posets
from execedit_kit.explore.scope import Scope
from execedit_kit.explore.size import Size
from tests.explore.forms import words

# ---------------------------------------------------------------- all of them, under all names, by the definition


def orders(calls):
    """Every strict partial order on these calls, out of all relations."""
    pairs = [(a, b) for a in calls for b in calls if a != b]
    for number in range(2 ** len(pairs)):
        order = {pair for n, pair in enumerate(pairs) if number >> n & 1}
        if all((a, d) in order for a, b in order for c, d in order if b == c):
            yield frozenset(order)


def linearizations(inside, order):
    return {z for z in permutations(inside) if all(z.index(a) < z.index(b) for a, b in order)}


def results_within(calls):
    """Every result over some of these calls, with its complete sequences."""
    return {
        (inside, order): linearizations(inside, order)
        for size in range(len(calls) + 1)
        for inside in map(frozenset, combinations(calls, size))
        for order in orders(sorted(inside))
    }


def malformed(one, other):
    """Whether a complete sequence of one is a proper beginning of one of the other."""
    return any(len(y) < len(z) and z[: len(y)] == y for y in one for z in other)


def labelled(calls, number):
    """Every contract with exactly these calls and so many results, no two with one pomset, under all names."""
    every = results_within(calls)
    apart = [pair for pair in combinations(every, 2) if malformed(every[pair[0]], every[pair[1]])]
    apart += [pair for pair in combinations(every, 2) if malformed(every[pair[1]], every[pair[0]])]
    bad = {frozenset(pair) for pair in apart}
    for chosen in combinations(every, number):
        if set().union(*(inside for inside, _ in chosen)) != set(calls):
            continue
        if not any(frozenset(pair) in bad for pair in combinations(chosen, 2)):
            yield frozenset(chosen)


def renamed(contract, names):
    return frozenset(
        (frozenset(names[x] for x in inside), frozenset((names[a], names[b]) for a, b in order))
        for inside, order in contract
    )


def classes(found, calls):
    """One frozenset for each class of contracts that differ by names only."""
    turns = [dict(zip(range(calls), turn, strict=True)) for turn in permutations(range(calls))]
    left, parted = set(found), []
    while left:
        one = next(iter(left))
        alike = {renamed(one, turn) for turn in turns}
        left -= alike
        parted.append(alike)
    return parted


@pytest.mark.parametrize(
    ("calls", "results"), [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1)]
)
def test_each_class_of_contracts_is_listed_by_exactly_one(calls, results):
    parted = classes(labelled(range(calls), results), calls)
    listed = [
        frozenset((frozenset(inside), frozenset(order)) for inside, order in plain.posets)
        for plain in contracts(calls, results)
    ]
    assert len(listed) == len(parted)
    assert all(sum(one in alike for one in listed) == 1 for alike in parted)
    for one, plain in zip(listed, contracts(calls, results), strict=True):
        same = [turn for turn in permutations(range(calls)) if renamed(one, turn) == one]
        assert list(plain.turns) == same


@pytest.mark.parametrize(("calls", "results", "listed"), [(3, 5, 3_071), (4, 2, 1_906), (4, 3, 151_405)])
def test_as_many_are_listed_as_there_are_classes_by_counting_what_renamings_leave(calls, results, listed):
    """The lemma that is not Burnside's: as many classes as a renaming leaves contracts as they are, on average."""
    every = results_within(range(calls))
    clash = {
        one: {other for other in every if malformed(every[one], every[other]) or malformed(every[other], every[one])}
        for one in every
    }
    turns = list(permutations(range(calls)))
    fixed = sum(left_by(dict(enumerate(turn)), every, clash, calls, results) for turn in turns)
    assert (fixed // len(turns), fixed % len(turns)) == (listed, 0)
    assert len(contracts(calls, results)) == listed


def left_by(turn, every, clash, calls, results):
    """How many contracts with all calls a renaming leaves as they are: unions of its cycles on results."""
    cycles, met = [], set()
    for one in every:
        if one in met:
            continue
        cycle = [one]
        while (after := next(iter(renamed([cycle[-1]], turn)))) != one:
            cycle.append(after)
        met.update(cycle)
        if len(cycle) <= results and not any(clash[a] & set(cycle) for a in cycle):
            cycles.append(cycle)
    inside = [frozenset().union(*(members for members, _ in cycle)) for cycle in cycles]
    place = {one: n for n, cycle in enumerate(cycles) for one in cycle}
    apart = [{place[b] for a in cycle for b in clash[a] if b in place} for cycle in cycles]
    fits = [sum(1 << m for m in range(n + 1, len(cycles)) if m not in apart[n]) for n in range(len(cycles))]
    of_length = [sum(1 << n for n, cycle in enumerate(cycles) if len(cycle) == k) for k in range(results + 1)]

    def ways(rest, allowed):
        if rest == 0:
            return 1
        found = (allowed & of_length[rest]).bit_count()
        for length in range(1, rest):
            some = allowed & of_length[length]
            while some:
                n = some.bit_length() - 1
                some ^= 1 << n
                found += ways(rest - length, allowed & fits[n])
        return found

    def within(chosen):
        return ways(results, sum(1 << n for n, members in enumerate(inside) if members <= set(chosen)))

    subsets = [chosen for size in range(calls + 1) for chosen in combinations(range(calls), size)]
    return sum((-1) ** (calls - len(chosen)) * within(chosen) for chosen in subsets)


def test_more_contracts_than_can_be_listed_are_refused_and_not_cut_off(monkeypatch):
    monkeypatch.setattr(listing, "MOST_CONTRACTS", 60)
    with pytest.raises(
        ek.LimitError, match=r"too many contracts of 3 calls and 2 results .* 60 contracts .* or raise .*MOST_CONTRACTS"
    ) as it:
        contracts.__wrapped__(3, 2)
    assert str(pickle.loads(pickle.dumps(it.value))) == str(it.value)
    assert isinstance(it.value, TooManyContracts)
    monkeypatch.undo()
    for calls, results, limit in [(6, 1, "MOST_CALLS"), (5, 3, "MOST_CONTRACTS"), (4, 5, "MOST_CONTRACTS")]:
        with pytest.raises(ek.LimitError, match=f"too many contracts of {calls} calls and {results} .*{limit}"):
            contracts(calls, results)


def test_two_results_clash_exactly_when_one_completes_a_beginning_of_the_other():
    every = results_within(range(3))
    listed = [(frozenset(inside), frozenset(order)) for inside, order in posets(3)]
    assert set(listed) == set(every)
    for (n, one), (m, other) in combinations(enumerate(listed), 2):
        clash = malformed(every[one], every[other]) or malformed(every[other], every[one])
        assert clashes(3)[n, m] == clashes(3)[m, n] == clash


# ---------------------------------------------------------------- the order that numbers stand for


@pytest.mark.parametrize(
    ("scope", "step", "many", "digest"),
    [
        (Scope(total=9), 1, 1, "7bb1b02812c58b87"),
        (Scope(), 9_999_991, 40, "9beebc504ae8f743"),
        (Scope(Size(4, 4, 4, 2, 1, 2), total=11), 1_009, 20, "1ba55b52e99a9781"),
    ],
    ids=["small", "default", "four calls"],
)
def test_the_canonical_order_is_what_it_was(scope, step, many, digest):
    """Kept searches and the shipped counterexamples name registrations by number: an order that changes breaks them."""
    read = sha256()
    for first in range(0, len(scope), step):
        for base in scope.bases(first, first + many):
            shape, one = base.shape, base.assignment
            parts = (base.number, shape.root, shape.leaves, shape.kind, shape.adds, one.identity, one.labels, base.rows)
            read.update(repr(parts).encode())
    assert read.hexdigest()[:16] == digest


# ---------------------------------------------------------------- registrations, under all names

SIDES = {
    None: [()],
    "fork_choice": [("left",), ("right",), ("left", "right")],
    "fork_parallel": [("left",), ("right",), ("left", "right")],
    "merge_select": [("join",)],
    "merge_join": [("join",)],
}


def onto(number, parts):
    """Every way to give each of so many things one of these parts, all of which are used."""
    return [way for way in product(range(parts), repeat=number) if len(set(way)) == parts]


def languages(labels, states):
    """Every language closed under truncation that so many states can tell and fewer cannot; words up to five labels."""

    def told(number):
        rows = product(range(-1, number), repeat=labels)
        return {words(chosen) for chosen in product(list(rows), repeat=number)}

    return told(states) - (told(states - 1) if states > 1 else set())


def registrations(size):
    """Every registration of a size with calls, actions and labels that are numbers, under all numbers."""
    every = list(
        product(
            onto(size.calls, size.actions), onto(size.actions, size.labels), languages(size.labels, size.policy_states)
        )
    )
    for kind, sides in ((kind, sides) for kind, ways in SIDES.items() for sides in ways):
        for root in ("branch", "choice", "parallel", "sequence", "join"):
            leaves = 1 if root == "branch" else 2
            slots = leaves + len(sides)
            for slot_of in product(range(slots), repeat=size.calls):
                members = [[call for call in range(size.calls) if slot_of[call] == n] for n in range(slots)]
                if not all(members[leaves:]) or (root == "choice" and bool(members[0]) != bool(members[1])):
                    continue
                for counts in product(range(1, size.results + 1), repeat=slots):
                    if sum(counts) != size.results:
                        continue
                    for parts in product(*(list(labelled(*part)) for part in zip(members, counts, strict=True))):
                        for rest in every:
                            yield (kind, sides, root, parts, *rest)


def all_names(registration):
    kind, sides, root, parts, identity, labels, words = registration
    for c in permutations(range(len(identity))):
        moved = tuple(renamed(part, c) for part in parts)
        for d in permutations(range(len(labels))):
            refers = tuple(d[identity[c.index(call)]] for call in range(len(identity)))
            for a in permutations(range(len(set(labels)))):
                labelling = tuple(a[labels[d.index(action)]] for action in range(len(labels)))
                yield kind, sides, root, moved, refers, labelling, frozenset(tuple(a[x] for x in w) for w in words)


SIZES = [
    Size(2, 2, 2, 2, 0, 2),
    Size(2, 2, 1, 3, 0, 2),
    Size(3, 1, 1, 2, 0, 2),
    Size(3, 2, 1, 2, 0, 1),
    Size(2, 2, 2, 1, 0, 2),
]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_class_of_registrations_is_numbered_once(size):
    left = set(registrations(size))
    classes_found = 0
    while left:
        left -= set(all_names(next(iter(left))))
        classes_found += 1
    counted = Counter(base.size for base in Scope(size).bases())
    assert counted[size] == classes_found > 20
