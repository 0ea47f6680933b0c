"""The flow level: what a plan reads that a restart reads differently, followed to what is visible.

**What can differ.** A paused run is one execution. A restarted run is a row of executions, E0 to En, one more than the
questions that were put: each begins at the top, takes what it already knows from the cache (keyed by the tool's name and its
arguments), and ends at the first question that the cache cannot answer. The outside sees everything that any of them
performs, and what the last one returns. Suppose that a plan's every step follows from what tools gave it, and that no two calls share a
key unless they are one. Then each execution repeats the last one's steps from the cache, nothing is performed twice, and the two runs
are equal. So there are exactly four ways to break, and each finding is one of them:

- *clock*: the paused run reads the clock once at each place; a restart reads it again in every later execution, later in
  the day. A read that a question may still follow therefore differs in the executions that come after that question. A read
  that no question can follow happens in the last execution only, at the same time of day as in the paused run: it cannot differ, and is
  no finding (an execution that ends before it never reads it). The difference is visible when the value reaches the arguments of
  a call (another key: what the cache knows is performed again), decides whether a call, the end or an error comes, or is returned.
- *random*: a restart draws anew in each execution, before and after the last question alike; a draw differs as soon as the plan asks anything.
- *stale*: a read of what can change (``list_issues``) whose key was read before gets the first result back. It differs when
  something may have changed the world between: a call that changes it, or the waiting itself.
- *repeat*: a question or an effect whose key may equal that of an earlier one is answered from the cache: the person is not asked
  again, the effect is missing. This is visible by itself, whatever becomes of the result.

A host with another design of replay loses some of these and gains others: where the clock is recorded, no *clock*; where calls are known
by their position, neither *stale* nor *repeat*; where reads are not cached, a read is like the clock: one that a question may
follow gets another result in the next execution. See :class:`~execedit_kit.restart.check.finding.Assumption`.

**How it is followed.** The plan is executed on abstract values: where a value may come from (sources, with the way they took), which
objects and functions it may be, and a symbol that stands for the value itself, so that two calls' keys can be compared. Functions are entered
where they are called. Both arms of a branch are followed and joined; what an arm changed is marked by what decided the branch
(so a decision that changes nothing marks nothing). A loop's body is followed three times, each pass with items of its own, then until nothing new
comes. Values that this cannot tell (a built-in it does not know) pass on every source that went in.
"""
