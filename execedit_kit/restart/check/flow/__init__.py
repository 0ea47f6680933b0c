"""The flow level: what a plan reads that a restart reads differently, followed to what is visible.

**What can differ.** A paused run is one execution. A restarted run is a row of executions, E0 to En, one more than the
questions that were put. Each begins at the top, takes what the cache knows (keyed, in the post's design, by a tool's
name and arguments), and ends at the first question that the cache cannot answer. The outside sees everything that any
of them performs, and what the last one returns.

Suppose that every step of a plan follows from what tools gave it, and that no two of its calls share a key. Then each
execution repeats the steps of the one before from the cache, nothing is performed twice, and the two runs are equal. So
a plan can break in four ways only, and each finding is one of them:

- *clock*. The paused run reads the clock once at each place; a restart reads it again in every later execution, later
  in the day. A reading that a question may still follow therefore differs in the executions after that question. A
  reading that no question can follow is made in the last execution alone, when the clock shows what it shows in the
  paused run: it cannot differ, and is no finding. ``performance.now`` counts from the start of its execution: before
  the first question it is nothing in both runs, after one it differs.
- *random*. A restart draws anew in each execution, so a draw differs as soon as the plan asks anything.
- *stale*. A read of what can change (``list_issues``) whose key was read before gets the first result back. It differs
  where something came between that may have changed the world: a call that does, or the waiting itself.
- *repeat*. A question or an effect whose key may be that of an earlier one is answered from the cache: nobody is asked,
  the effect is missing. This is visible by itself, whatever becomes of the result.

The first three matter only where the value reaches something visible: an argument of a call (under another key it is
performed again), the decision whether a call, an error or the end comes, or what is returned. Decisions count as flow:
what one arm of a branch changed is marked by what decided the branch.

**Other designs of replay** (:class:`~execedit_kit.restart.replay.Design`). With a recorded clock there is no *clock*,
with recorded draws no *random*. Where calls are known by position, two of them are never taken for one: no *stale*, no
*repeat*; and an argument is not part of a key, so it differs only where a question came between the reading and the
call. A key of the plan's own (``idempotencyKey``) does the same for the calls that carry one. Where reads are not
cached, a read is like the clock: one that a question may follow gets another result in the next execution.

**How it is followed.** The plan is executed on abstract values (:mod:`~execedit_kit.restart.check.flow.values`): which
sources a value may come from and by which way, which objects and functions it may be, and symbols that stand for the
value itself, so that keys can be compared (:mod:`~execedit_kit.restart.check.flow.symbols`). Functions are entered
where they are called. Both arms of a branch are followed and joined; an arm that cannot be reached is not. A loop's
body is followed three times, each pass with an item of its own, then until nothing new comes; a recursion likewise. A
built-in that is not known passes on every source that went in, and calls the functions it was given.

What JavaScript calls by itself is entered too: iterators, conversions, getters, traps of proxies, ``then``, what is
inherited. Code in a text that is put together while the plan runs is not followed: it counts as a reading of the clock.

**Where it says too much.** It does not know that one time is always after another, that a value which differs is
compared with one that is out of reach, that what an early end of a loop leaves out was done by an earlier execution, or
which of several texts an answer is. **Where it might say too little.** Two values of which nothing is known are taken
to be different, since a key must agree whole; the numbers and titles of two issues are; a copy by way of a text or of
JSON is not known as a copy. Whether an object is frozen, where a regular expression goes on, ``arguments.callee`` and
bytes behind two views are not followed; the error of an async function that throws only sometimes, kept as a promise
and caught later, is not known.
"""
