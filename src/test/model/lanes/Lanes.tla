------------------------------- MODULE Lanes -------------------------------
(***************************************************************************)
(* Limits, order and lanes of a queue with rules: how many tasks of a key  *)
(* execute, in which order they begin, and whether a task that was set     *)
(* aside is found again.  ../README.md lists the checks.                   *)
(*                                                                         *)
(* Claims of such a queue run one after the other, because each locks the  *)
(* queue's row in rowmill_queue.  A claim is three steps here.  It locks   *)
(* that row.  It reads: under READ COMMITTED its snapshot begins after the *)
(* lock.  It writes and commits.  In between, others commit verdicts,      *)
(* recoveries, enqueues and cancels, which do not take that lock.  Each of *)
(* these is a step: a committed statement.                                 *)
(*                                                                         *)
(* Left out: rates, the fence, and what a node does with a lease           *)
(* (Rowmill.tla has these two).  A lease may expire at any time while its  *)
(* task executes.  When a queued task is due is left out as well: a claim  *)
(* may find it due, or not.                                                *)
(* A queue's own limit is that of a key to which all its tasks belong.     *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Nodes,
  Last,        \* tasks are 1..Last, in the order of their key
  KeyCount,    \* task t has the key t % KeyCount
  Limit,       \* tasks of a key that may execute at once
  Ordered,     \* TRUE: a task begins only when all tasks before it of its key have ended; Limit is 1
  DeadHolds,   \* TRUE: with Ordered, a dead task keeps back the other tasks of its key
  MaxAttempts,
  Moves,       \* faults and verbs that may happen, see AllMoves
  Flaws        \* wrong designs, see AllFlaws

AllMoves == {
  "lose",      \* a claim is cut off before its commit; a node dies and loses its memory
  "cancel",    \* an admin
  "bulk",      \* the tasks of a key are enqueued at once: the first is queued, the others begin as set aside
  "rules"}     \* rules come while a claim may be open that saw none, and go without a notice to waiting tasks

AllFlaws == {
  "reads before the lock",  \* for example in the statement that locks, whose snapshot is older than its lock
  "reads twice",            \* one statement reads which task has the turn, and another which is next
  "order by lease",         \* only a task that executes has its key's turn, not one that waits for its next attempt
  "never looks again",      \* a lane is looked at only after the hint that a task of its key ended
  "no sweep",               \* no node looks for waiting tasks without a lane
  "drops lanes",            \* a verdict deletes the lane of its key if no task waits there, without the queue's lock
  "forgets open claims",    \* the first claim under new rules lists executing tasks, although open claims saw no rules
  "leaves strays"}          \* no node looks for tasks that still wait when the rules are gone

ASSUME
  /\ Moves \subseteq AllMoves /\ Flaws \subseteq AllFlaws
  /\ Ordered => Limit = 1
  /\ DeadHolds => Ordered

Tasks == 1..Last
Keys == 0..(KeyCount - 1)
KeyOf(t) == t % KeyCount
Of(k) == {t \in Tasks : KeyOf(t) = k}
Ended == {"completed", "dead", "cancelled"}

VARIABLES
  rows,   \* the tasks
  lane,   \* rowmill_lane: a row for each key that has waiting tasks
  holder, \* the node whose claim holds the lock of the queue's row
  claim,  \* of each node: the state of its claim
  hand,   \* leases in the memory of a node, which may have lost them
  hints,  \* in the memory of a node: keys of which a task ended there, for its next claim
  drops,  \* with "drops lanes": keys for which a verdict saw no waiting task
  rule    \* the row of the queue's rules, and the tasks that it lists

vars == <<rows, lane, holder, claim, hand, hints, drops, rule>>

Nobody == "nobody"
Idle == [at |-> "idle"]
NewRow == [status |-> "none", version |-> 0, attempts |-> 0]
NoLane == [here |-> FALSE, due |-> FALSE] \* due: `look_at` has come

Comes == "rules" \in Moves

\* asked: whether `open` is set. It has the claims that were open when the rules were first read, and still are.
\* listed: whether `list` has all executing tasks.
NewRule == [at |-> "none", asked |-> FALSE, open |-> {}, listed |-> FALSE, list |-> {}]
HasRules == rule.at = "here"

Init ==
  /\ rows = [t \in Tasks |-> NewRow]
  /\ lane = [k \in Keys |-> NoLane]
  /\ holder = Nobody
  /\ claim = [n \in Nodes |-> Idle]
  /\ hand = [n \in Nodes |-> {}]
  /\ hints = [n \in Nodes |-> {}]
  /\ drops = {}
  /\ rule = IF Comes THEN NewRule ELSE [NewRule EXCEPT !.at = "here"]

Has(status, k) == {t \in Of(k) : rows[t].status = status}

\* The tasks that count for the limit. Of a key, the executing tasks; of a queue, the listed tasks that execute.
Busy(k) == IF Comes /\ rule.listed THEN {t \in rule.list : rows[t].status = "executing"} ELSE Has("executing", k)
Least(s) == CHOOSE x \in s : \A y \in s : x <= y

(***************************************************************************)
(* Enqueues.                                                               *)
(***************************************************************************)
Enqueue(t) ==
  /\ rows[t].status = "none"
  /\ \A s \in Of(KeyOf(t)) : s < t => rows[s].status # "none"
  /\ rows' = [rows EXCEPT ![t].status = "queued"]
  /\ UNCHANGED <<lane, holder, claim, hand, hints, drops, rule>>

EnqueueBulk(k) ==
  /\ "bulk" \in Moves
  /\ \A t \in Of(k) : rows[t].status = "none"
  /\ rows' = [t \in Tasks |->
       IF t \notin Of(k) THEN rows[t]
       ELSE [rows[t] EXCEPT !.status = IF t = Least(Of(k)) THEN "queued" ELSE "waiting"]]
  /\ UNCHANGED <<lane, holder, claim, hand, hints, drops, rule>>

(***************************************************************************)
(* A claim.  It looks at a key that has due tasks, or for which it has a   *)
(* hint.  It takes the tasks that fit, or fewer: the room of its node is   *)
(* bounded, and the node may not handle all types.                         *)
(***************************************************************************)
Begun(k) == {t \in Of(k) : rows[t].status \in {"queued", "waiting"} /\ rows[t].attempts > 0}

\* The tasks that have the turn of their key and do not execute.
HaveTurn(k) == IF "order by lease" \in Flaws THEN {} ELSE Begun(k)

IsWorthALook(n, k) == Has("queued", k) # {} \/ (lane[k].here /\ lane[k].due) \/ k \in hints[n]

\* The sets that may be taken. Any task that waits for another attempt may be not due yet.
Candidates(k, turn) ==
  LET free == Limit - Cardinality(Busy(k))
      notDue == SUBSET {t \in Has("queued", k) : rows[t].attempts > 0}
      there == Has("waiting", k) \cup Has("queued", k)
      kept == DeadHolds /\ Has("dead", k) # {}
      next(pool) == IF pool = {} \/ free <= 0 \/ kept THEN {{}} ELSE {{Least(pool)}, {}}
  IN IF Ordered
     THEN UNION {next((IF turn # {} THEN turn ELSE there) \ late) : late \in notDue}
     ELSE {s \in SUBSET there : Cardinality(s) <= free}

\* The sets that may be set aside: the other queued tasks, if the key has no room or others wait; or none, as a claim is
\* bounded.
SetAside(k, turn, take) ==
  LET others == \/ Has("waiting", k) # {}
                \/ Cardinality(Busy(k) \cup take) >= Limit
                \/ (Ordered /\ turn # {})
                \/ (DeadHolds /\ Has("dead", k) # {})
  IN {{}} \cup (IF others THEN {Has("queued", k) \ take} ELSE {})

Seen(tasks) == {<<t, rows[t].version>> : t \in tasks}

\* The result of a read: rows to write, in the versions that it saw; other waiting tasks; how many tasks execute.
Reading(k, take, aside) == [
  take  |-> Seen(take),
  aside |-> Seen(aside),
  left  |-> (Has("waiting", k) \cup aside) \ take,
  busy  |-> Cardinality(Busy(k)),
  seen  |-> IF Comes THEN Busy(k) ELSE {}]

Readings(k, turn) ==
  UNION {{Reading(k, take, aside) : aside \in SetAside(k, turn, take)} : take \in Candidates(k, turn)}

Lock(n, k) ==
  /\ HasRules
  /\ "reads before the lock" \notin Flaws
  /\ claim[n] = Idle /\ holder = Nobody /\ IsWorthALook(n, k)
  /\ holder' = n
  /\ claim' = [claim EXCEPT ![n] = [at |-> "locked", key |-> k]]
  /\ UNCHANGED <<rows, lane, hand, hints, drops, rule>>

\* Claims that saw no rules, and may still commit their tasks.
Open == {n \in Nodes : claim[n].at = "free"}
OpenStill == IF rule.listed THEN {} ELSE IF rule.asked THEN rule.open \cap Open ELSE Open

\* No task starts beside these claims: the tasks that they have taken are invisible.
WaitForOpen(n) ==
  /\ "forgets open claims" \notin Flaws
  /\ claim[n].at = "locked" /\ OpenStill # {}
  /\ rule' = [rule EXCEPT !.asked = TRUE, !.open = OpenStill]
  /\ holder' = Nobody
  /\ claim' = [claim EXCEPT ![n] = Idle]
  /\ UNCHANGED <<rows, lane, hand, hints, drops>>

Read(n) ==
  /\ "reads twice" \notin Flaws
  /\ claim[n].at = "locked"
  /\ "forgets open claims" \in Flaws \/ OpenStill = {}
  /\ \E got \in Readings(claim[n].key, HaveTurn(claim[n].key)) :
       claim' = [claim EXCEPT ![n] = [at |-> "read", key |-> @.key, got |-> got]]
  /\ UNCHANGED <<rows, lane, holder, hand, hints, drops, rule>>

\* Wrong: two statements, and so two snapshots.
ReadWhoseTurn(n) ==
  /\ "reads twice" \in Flaws
  /\ claim[n].at = "locked"
  /\ claim' = [claim EXCEPT ![n] = [at |-> "turn", key |-> @.key, turn |-> HaveTurn(@.key)]]
  /\ UNCHANGED <<rows, lane, holder, hand, hints, drops, rule>>

ReadWhoIsNext(n) ==
  /\ claim[n].at = "turn"
  /\ \E got \in Readings(claim[n].key, claim[n].turn) :
       claim' = [claim EXCEPT ![n] = [at |-> "read", key |-> @.key, got |-> got]]
  /\ UNCHANGED <<rows, lane, holder, hand, hints, drops, rule>>

\* Wrong: the snapshot is older than the lock.
ReadEarly(n, k) ==
  /\ "reads before the lock" \in Flaws
  /\ claim[n] = Idle /\ IsWorthALook(n, k)
  /\ \E got \in Readings(k, HaveTurn(k)) :
       claim' = [claim EXCEPT ![n] = [at |-> "early", key |-> k, got |-> got]]
  /\ UNCHANGED <<rows, lane, holder, hand, hints, drops, rule>>

LockLate(n) ==
  /\ claim[n].at = "early" /\ holder = Nobody
  /\ holder' = n
  /\ claim' = [claim EXCEPT ![n].at = "read"]
  /\ UNCHANGED <<rows, lane, hand, hints, drops, rule>>

\* A row that was written after it was read is left as it is.
Commit(n) ==
  /\ claim[n].at = "read"
  /\ LET k == claim[n].key
         got == claim[n].got
         take == {t \in Tasks : <<t, rows[t].version>> \in got.take}
         aside == {t \in Tasks : <<t, rows[t].version>> \in got.aside}
         full == got.busy + Cardinality(take) >= Limit
     IN /\ rows' = [t \in Tasks |->
             IF t \in take
             THEN [rows[t] EXCEPT !.status = "executing", !.version = @ + 1, !.attempts = @ + 1]
             ELSE IF t \in aside THEN [rows[t] EXCEPT !.status = "waiting", !.version = @ + 1]
             ELSE rows[t]]
        /\ lane' = [lane EXCEPT ![k] = [here |-> got.left # {}, due |-> got.left # {} /\ ~full]]
        /\ hand' = [hand EXCEPT ![n] = @ \cup {<<t, rows[t].version + 1>> : t \in take}]
        /\ hints' = [hints EXCEPT ![n] = @ \ {k}]
        /\ rule' = IF Comes
                   THEN [rule EXCEPT !.listed = TRUE, !.list = {t \in got.seen \cup take : rows'[t].status = "executing"}]
                   ELSE rule
  /\ holder' = Nobody
  /\ claim' = [claim EXCEPT ![n] = Idle]
  /\ UNCHANGED drops

\* The server rolls back a claim that is cut off, and releases its locks.
Abort(n) ==
  /\ "lose" \in Moves /\ claim[n] # Idle
  /\ holder' = IF holder = n THEN Nobody ELSE holder
  /\ claim' = [claim EXCEPT ![n] = Idle]
  /\ UNCHANGED <<rows, lane, hand, hints, drops, rule>>

(***************************************************************************)
(* Rules that come and go.  Without rules a claim locks tasks and takes    *)
(* them.  Here it takes one task at a time, and no more than the limit.    *)
(* So only claims under the rules can break the limit.                     *)
(***************************************************************************)
ClaimFree(n, k) ==
  /\ ~HasRules /\ claim[n] = Idle /\ Open = {}
  /\ Has("executing", k) = {}
  /\ \E t \in Has("queued", k) :
       claim' = [claim EXCEPT ![n] = [at |-> "free", key |-> k, task |-> <<t, rows[t].version>>]]
  /\ UNCHANGED <<rows, lane, holder, hand, hints, drops, rule>>

CommitFree(n) ==
  /\ claim[n].at = "free"
  /\ LET t == claim[n].task[1]
         takes == rows[t].version = claim[n].task[2]
     IN /\ rows' = IF takes
                   THEN [rows EXCEPT ![t].status = "executing", ![t].version = @ + 1, ![t].attempts = @ + 1]
                   ELSE rows
        /\ hand' = IF takes THEN [hand EXCEPT ![n] = @ \cup {<<t, rows[t].version + 1>>}] ELSE hand
  /\ claim' = [claim EXCEPT ![n] = Idle]
  /\ UNCHANGED <<lane, holder, hints, drops, rule>>

RulesCome ==
  /\ Comes /\ rule.at = "none"
  /\ rule' = [NewRule EXCEPT !.at = "here"]
  /\ UNCHANGED <<rows, lane, holder, claim, hand, hints, drops>>

\* For example, they are renamed. A change of the rules waits for the lock.
RulesGo ==
  /\ Comes /\ HasRules /\ holder = Nobody
  /\ rule' = [NewRule EXCEPT !.at = "gone"]
  /\ UNCHANGED <<rows, lane, holder, claim, hand, hints, drops>>

SweepStrays(k) ==
  /\ "leaves strays" \notin Flaws
  /\ ~HasRules /\ Has("waiting", k) # {}
  /\ rows' = [t \in Tasks |->
       IF t \in Has("waiting", k) THEN [rows[t] EXCEPT !.status = "queued", !.version = @ + 1] ELSE rows[t]]
  /\ UNCHANGED <<lane, holder, claim, hand, hints, drops, rule>>

(***************************************************************************)
(* Ends of attempts.  They do not take the queue's lock, and can only make *)
(* room.  A node remembers the key for its next claim.  This is a hint,    *)
(* which is lost with the node.                                            *)
(***************************************************************************)
Verdict(n, lease, status) ==
  LET t == lease[1]
      k == KeyOf(t)
  IN /\ lease \in hand[n] /\ rows[t].version = lease[2]
     /\ rows' = [rows EXCEPT ![t].status = status, ![t].version = @ + 1]
     /\ hand' = [hand EXCEPT ![n] = @ \ {lease}]
     /\ hints' = [hints EXCEPT ![n] = @ \cup {k}]
     /\ drops' = IF "drops lanes" \in Flaws /\ Has("waiting", k) = {} THEN drops \cup {k} ELSE drops
     /\ UNCHANGED <<lane, holder, claim, rule>>

Settle(n, lease) ==
  \/ Verdict(n, lease, "completed")
  \/ Verdict(n, lease, IF rows[lease[1]].attempts < MaxAttempts THEN "queued" ELSE "dead")

\* The fence refuses the verdict.
Stale(n, lease) ==
  /\ lease \in hand[n] /\ rows[lease[1]].version # lease[2]
  /\ hand' = [hand EXCEPT ![n] = @ \ {lease}]
  /\ hints' = [hints EXCEPT ![n] = @ \cup {KeyOf(lease[1])}]
  /\ UNCHANGED <<rows, lane, holder, claim, drops, rule>>

\* The lease has expired: its node is dead, or too slow.
Recover(t) ==
  /\ rows[t].status = "executing"
  /\ rows' = [rows EXCEPT
       ![t].status = IF rows[t].attempts < MaxAttempts THEN "queued" ELSE "dead",
       ![t].version = @ + 1]
  /\ UNCHANGED <<lane, holder, claim, hand, hints, drops, rule>>

Cancel(t) ==
  /\ "cancel" \in Moves /\ rows[t].status \in {"queued", "waiting", "executing"}
  /\ rows' = [rows EXCEPT ![t].status = "cancelled", ![t].version = @ + 1]
  /\ UNCHANGED <<lane, holder, claim, hand, hints, drops, rule>>

Die(n) ==
  /\ "lose" \in Moves /\ claim[n] = Idle
  /\ hand[n] # {} \/ hints[n] # {}
  /\ hand' = [hand EXCEPT ![n] = {}]
  /\ hints' = [hints EXCEPT ![n] = {}]
  /\ UNCHANGED <<rows, lane, holder, claim, drops, rule>>

\* Wrong: the statement that looked for waiting tasks deletes only now. It does not see what has changed since its look.
DropLane(k) ==
  /\ k \in drops /\ holder = Nobody
  /\ drops' = drops \ {k}
  /\ lane' = [lane EXCEPT ![k] = NoLane]
  /\ UNCHANGED <<rows, holder, claim, hand, hints, rule>>

(***************************************************************************)
(* Steps that find tasks for which no node has a hint.                     *)
(***************************************************************************)
LookAgain(k) ==
  /\ "never looks again" \notin Flaws
  /\ lane[k].here /\ ~lane[k].due /\ holder = Nobody
  /\ lane' = [lane EXCEPT ![k].due = TRUE]
  /\ UNCHANGED <<rows, holder, claim, hand, hints, drops, rule>>

Sweep(k) ==
  /\ "no sweep" \notin Flaws
  /\ ~lane[k].here /\ Has("waiting", k) # {} /\ holder = Nobody
  /\ lane' = [lane EXCEPT ![k] = [here |-> TRUE, due |-> TRUE]]
  /\ UNCHANGED <<rows, holder, claim, hand, hints, drops, rule>>

Next ==
  \/ \E t \in Tasks : Enqueue(t) \/ Recover(t) \/ Cancel(t)
  \/ \E k \in Keys : EnqueueBulk(k) \/ LookAgain(k) \/ Sweep(k) \/ SweepStrays(k) \/ DropLane(k)
  \/ RulesCome \/ RulesGo
  \/ \E n \in Nodes :
       \/ \E k \in Keys : Lock(n, k) \/ ReadEarly(n, k)
       \/ \E k \in Keys : ClaimFree(n, k)
       \/ CommitFree(n) \/ WaitForOpen(n)
       \/ Read(n) \/ ReadWhoseTurn(n) \/ ReadWhoIsNext(n) \/ LockLate(n) \/ Commit(n) \/ Abort(n) \/ Die(n)
       \/ \E lease \in hand[n] : Settle(n, lease) \/ Stale(n, lease)

Spec == Init /\ [][Next]_vars

(***************************************************************************)
(* Fairness, for one key.  Rounds of claims, recoveries, looks and sweeps  *)
(* go on.  A claim that could take a task does so at last, and is not      *)
(* always cut off.  Handlers need not end, because leases expire.  Each    *)
(* disjunction has one kind of step: all steps of a kind do the same for   *)
(* the one key, and attempts limit the recoveries.                         *)
(***************************************************************************)
Takes(n) == claim[n].at = "read" /\ claim[n].got.take # {}
Fair ==
  /\ WF_vars(\E t \in Tasks : Recover(t))
  /\ WF_vars(\E k \in Keys : LookAgain(k) \/ Sweep(k))
  /\ WF_vars(\E k \in Keys : SweepStrays(k))
  /\ WF_vars(\E n \in Nodes : \E k \in Keys : ClaimFree(n, k))
  /\ WF_vars(\E n \in Nodes : CommitFree(n))
  /\ WF_vars(\E n \in Nodes : (\E k \in Keys : Lock(n, k)) \/ Read(n) \/ Commit(n))
  /\ SF_vars(\E n \in Nodes : Read(n) /\ Takes(n)')
  /\ SF_vars(\E n \in Nodes : Takes(n) /\ Commit(n))

FairSpec == Spec /\ Fair

Alike == Permutations(Nodes)

(***************************************************************************)
(* Properties.                                                             *)
(***************************************************************************)
TypeOK ==
  /\ \A t \in Tasks :
       /\ rows[t].status \in {"none", "queued", "waiting", "executing"} \cup Ended
       /\ rows[t].attempts \in 0..MaxAttempts
  /\ holder \in Nodes \cup {Nobody}
  /\ \A n \in Nodes : hints[n] \subseteq Keys

\* No more tasks of a key execute than its limit.
LimitKept == \A k \in Keys : Cardinality(Has("executing", k)) <= Limit

\* While a task executes, all tasks of its key before it have ended.
InOrder ==
  Ordered => \A k \in Keys : \A t \in Has("executing", k) : \A s \in Of(k) :
    s < t => rows[s].status \in (IF DeadHolds THEN Ended \ {"dead"} ELSE Ended)

\* Every waiting task is behind a lane, except tasks that a bulk enqueue has set aside. The sweep finds those.
WaitersHaveALane == \A k \in Keys : Has("waiting", k) # {} => lane[k].here

\* Every task that was enqueued ends.
AllEnd == <>[](\A t \in Tasks : rows[t].status \in {"none"} \cup Ended)
=============================================================================
