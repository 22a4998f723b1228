------------------------------ MODULE Rowmill ------------------------------
(***************************************************************************)
(* Rowmill's protocol as built: rows of rowmill_task, nodes that hold      *)
(* leases of them, and what may go wrong between the two.  README.md lists *)
(* the checks; each .cfg is one.                                           *)
(*                                                                         *)
(* A step is one committed statement, or one thing that happens to a node. *)
(* This is sound because every statement of `store` is one transaction     *)
(* under READ COMMITTED that locks what it writes: those that may wait     *)
(* (single rows) look at the row again when they get it, those that may    *)
(* not pass over it.  A row that was passed over is left out of the step;  *)
(* a transaction that is rolled back is no step at all.                    *)
(*                                                                         *)
(* A pause is no step either: a node that does nothing while Tick and the  *)
(* others' steps go on is one that is stopped, collects garbage, or cannot *)
(* reach the database.                                                     *)
(*                                                                         *)
(* Left out, as no guard looks at it: payload, queue, priority, and when a *)
(* queued task is due (it is claimed at any later time, or never).  Of its *)
(* type, what matters is which nodes can run it.                           *)
(* Statements of many rows are steps of one row each where the rows do not *)
(* depend on each other (claim, recover, trim), and the single steps may   *)
(* follow each other at once.                                              *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Nodes,
  Tasks,
  Tx,                \* tasks of transactional handlers; the verdicts of the others are batched
  Poison,            \* tasks that kill their node whenever they run
  Exits,             \* those of them that do it by System.exit: the node drains first, and their handlers never return
  Hang,              \* tasks whose handlers never return, whatever they are told
  Special, Able,     \* tasks of a type that only these nodes can run
  Late,              \* all tasks, or none: whether they are enqueued in the course of things, or were before
  Workers,           \* handlers that a node runs at once
  Room,              \* the most a node has in hand: workers, and what may wait for one
  Lease,             \* ticks of a lease
  MaxAttempts,
  MaxCrashes,        \* rowmill.max-crashes
  QuarantineCrashes, \* Claimed.QUARANTINE_CRASHES
  MostMissed,        \* renewals in a row that may be lost while no node pauses
  MostGiven,         \* bounds the model: attempts of a task that are given back
  MostRetries,       \* bounds the model: an admin's retries of a task
  Kept,              \* FALSE: rowmill.retention.completed = 0, a completed task is deleted by its verdict
  Moves,             \* what may happen beside the good course, see AllMoves
  Fence,             \* "lease" is the design: id, version and node; "version", "status" and "id" are wrong
  RenewalRaises,     \* TRUE: a renewal raises the version, which is wrong
  Quarantined,       \* FALSE: crashes are counted, but nobody runs alone, which is wrong
  Flaws              \* other wrong designs, see AllFlaws

AllMoves == {
  "crash",     \* a node dies, and everything in its hand with it; a new process takes its place
  "pause",     \* a node may be late with renewals, and with anything else; without it every renewal is in time
  "lostAck",   \* the answer to a verdict is lost, though it was committed
  "lostClaim", \* the answer to a claim is lost, though it was committed
  "fail",      \* a handler throws, or a commit fails
  "giveUp",    \* a handler says that no other attempt will help
  "forget",    \* a verdict that the database refuses again and again is dropped (PendingVerdict.isRefusedForGood)
  "snooze",    \* a handler asks to be run later; also a lease that ran out by the node's own measure
  "slow",      \* a handler does not end after its timeout, though it does later; what waits is given back before its turn
  "drain",     \* a node is told to stop, and starts again later
  "failover",  \* the last commit of a row is lost, and it was a claim; its node has the task in hand still
  "again",     \* that same node may claim the row anew meanwhile, under the same version
  "cancel", "retry", \* an admin
  "trim"}

AllFlaws == {
  "claims behind the lost",  \* lost workers count as free
  "starts before the commit", \* what a transaction claims of what it enqueues starts before it is committed
  "keeps what waits",        \* what waits in hand is renewed as long as its node lives, whoever may run it
  "gives back what exits"}   \* a drain gives back tasks whose handlers wait for the end that they asked for

ASSUME
  /\ Tx \subseteq Tasks /\ Poison \subseteq Tasks \ Tx /\ Exits \subseteq Poison
  /\ Hang \subseteq Tasks \ (Tx \cup Poison)
  /\ Special \subseteq Tasks /\ Able \subseteq Nodes
  /\ Late \in {{}, Tasks}
  /\ Workers \in 1..Room
  /\ Flaws \subseteq AllFlaws
  /\ Moves \subseteq AllMoves
  /\ Fence \in {"lease", "version", "status", "id"}
  /\ {Kept, RenewalRaises, Quarantined} \subseteq BOOLEAN

VARIABLES
  rows,    \* the table
  hand,    \* what each node holds: a set, as a node may hold the same task twice, once as a zombie
  effects, \* what a task's handlers did: committed their writes with a success, if transactional; called System.exit
  node,    \* whether a node is up, whether it owes a renewal, and how many of its workers are lost
  foul     \* wrongs seen on the way; empty in a right design, so it adds no states there

vars == <<rows, hand, effects, node, foul>>

Ended == {"completed", "dead", "cancelled"}
IsPunctual == "pause" \notin Moves

(***************************************************************************)
(* A row.  `expires` counts the ticks left; 0 is `expiry <= now`, or none. *)
(* `given` and `retries` are no columns: they bound the model.  A deleted  *)
(* row keeps its last values here, so that properties can speak of it, but *)
(* no statement finds it.  `by` is operator_id; as long as no commit is    *)
(* lost the version says it too, and one name for all nodes spares states. *)
(***************************************************************************)
NewRow(t) == [
  here     |-> t \notin Late,
  status   |-> IF t \in Late THEN "none" ELSE "queued",
  version  |-> 0,
  attempts |-> 0,
  max      |-> MaxAttempts,
  crashes  |-> 0,
  expires  |-> 0,
  by       |-> "none",
  given    |-> 0,
  retries  |-> 0]

Name(n) == IF "failover" \in Moves THEN n ELSE "any"

(***************************************************************************)
(* A hold: a lease, as its node remembers it.  `last` and `crashes` are    *)
(* read at the claim, as in Claimed.  `out` is "waits" until a worker      *)
(* takes the task (at once, if a hand has no room beyond the workers),     *)
(* "runs" until its handler is over or abandoned, and then the verdict     *)
(* that is collected.  Properties need not trust the version: they look at *)
(* `nth`, which claim of the task this is, and at `mine`, which of its     *)
(* verdicts is on record.  No guard does, as a node whose answer was lost  *)
(* does not know the latter.                                               *)
(***************************************************************************)
Nth(t) == rows[t].attempts + rows[t].given

NewHold(n, t) == [
  task    |-> t,
  version |-> rows[t].version + 1,
  by      |-> Name(n),
  nth     |-> Nth(t) + 1,
  last    |-> rows[t].attempts + 1 >= rows[t].max,
  crashes |-> rows[t].crashes,
  out     |-> IF Room > Workers THEN "waits" ELSE "runs",
  mine    |-> "none"]

IsVerdict(h) == h.out \notin {"waits", "runs"}

Fresh(is) == [is |-> is, owes |-> FALSE, missed |-> 0, lost |-> 0]

Init ==
  /\ rows = [t \in Tasks |-> NewRow(t)]
  /\ hand = [n \in Nodes |-> {}]
  /\ effects = [t \in Tasks |-> 0]
  /\ node = [n \in Nodes |-> Fresh("up")]
  /\ foul = {}

\* Nobody has ended the attempt of this hold: no verdict, no recovery, no admin.
IsOpen(h) ==
  /\ rows[h.task].here
  /\ rows[h.task].status = "executing"
  /\ Nth(h.task) = h.nth

IsUnder(h) == rows[h.task].version = h.version /\ rows[h.task].by = h.by

\* The fence: `where id = ? and version = ? and operator_id = ?`.
Fits(h) ==
  /\ rows[h.task].here
  /\ CASE Fence = "lease"   -> IsUnder(h)
       [] Fence = "version" -> rows[h.task].version = h.version
       [] Fence = "status"  -> rows[h.task].status = "executing"
       [] Fence = "id"      -> TRUE

\* What a re-read says (Leases.read).
Reads(h) ==
  LET row == rows[h.task]
  IN CASE ~row.here -> "gone"
       [] row.here /\ (IF Fence = "version" THEN row.version = h.version ELSE IsUnder(h)) -> "held"
       [] OTHER ->
            IF row.status = "cancelled" THEN "cancelled"
            ELSE IF row.version # h.version + 1 \/ row.crashes > h.crashes THEN "lost"
            ELSE IF row.status = "completed" THEN "completed"
            ELSE IF row.status \in {"queued", "dead"} THEN "settled"
            ELSE "lost"

\* Whereupon its node takes the verdict for recorded, or for refused.
TakesForOwn(h) == Reads(h) \in {"gone", "completed", "settled"}
TakesForStale(h) == Reads(h) \in {"cancelled", "lost"}
IsHeld(h) == Reads(h) = "held"

IsAlone(h) == h.crashes >= QuarantineCrashes

Drop(n, some) == hand' = [hand EXCEPT ![n] = @ \ some]
Replace(n, old, new) == hand' = [hand EXCEPT ![n] = (@ \ {old}) \cup {new}]

-----------------------------------------------------------------------------
(* Claims: Claims.claim, claimQuarantined and claimNew, under WorkerPool.room, promise and Quarantine *)

CanRun(n, t) == t \in Special => n \in Able

\* A worker whose handler was abandoned is lost until that handler ends.
LostOf(n) == IF "claims behind the lost" \in Flaws THEN 0 ELSE node[n].lost

HasWorkers(n) == node[n].lost < Workers

HasRoomFor(n, t) ==
  /\ node[n].is = "up"
  /\ CanRun(n, t)
  /\ Cardinality(hand[n]) + LostOf(n) < Room
  /\ LostOf(n) < Workers
  /\ Quarantined => \A h \in hand[n] : ~IsAlone(h)

\* A task in quarantine is taken by an empty hand only, beside no abandoned handler, and nothing else beside it.
MayTake(n, t) ==
  /\ HasRoomFor(n, t)
  /\ Quarantined /\ rows[t].crashes >= QuarantineCrashes => hand[n] = {} /\ LostOf(n) = 0

Take(n, t, isLost) ==
  /\ isLost => "lostClaim" \in Moves
  /\ "again" \in Moves \/ \A h \in hand[n] : h.task # t \/ h.version # rows[t].version + 1
  /\ rows' = [rows EXCEPT ![t].here = TRUE, ![t].status = "executing", ![t].version = @ + 1,
                          ![t].attempts = @ + 1, ![t].expires = Lease, ![t].by = Name(n)]
  /\ hand' = [hand EXCEPT ![n] = IF isLost THEN @ ELSE @ \cup {NewHold(n, t)}]
  /\ UNCHANGED <<effects, node, foul>>

\* The statement asks for no attempts: AttemptsBounded says that it need not.
Claim(n, t, isLost) ==
  /\ rows[t].here /\ rows[t].status = "queued"
  /\ MayTake(n, t)
  /\ Take(n, t, isLost)

\* An enqueue is committed. Before that nobody sees the row: its status is "none".
Enqueue(t) ==
  /\ rows[t].status = "none"
  /\ rows' = [rows EXCEPT ![t].here = TRUE, ![t].status = "queued"]
  /\ UNCHANGED <<hand, effects, node, foul>>

\* Claims.claimNew: it is committed with a claim of the node that enqueues, which is all one transaction. A
\* commit whose answer is lost may have happened: then nobody starts what it claimed.
EnqueueClaimed(n, t, isLost) ==
  /\ rows[t].status = "none"
  /\ HasRoomFor(n, t)
  /\ Take(n, t, isLost)

\* Wrong: it is in hand before that, and may never be there.
StartEarly(n, t) ==
  /\ "starts before the commit" \in Flaws
  /\ rows[t].status = "none"
  /\ HasRoomFor(n, t)
  /\ hand' = [hand EXCEPT ![n] = @ \cup {NewHold(n, t)}]
  /\ UNCHANGED <<rows, effects, node, foul>>

-----------------------------------------------------------------------------
(* Workers: WorkerPool, Timeouts *)

Running(n) == Cardinality({h \in hand[n] : h.out = "runs"})

\* A draining node begins nothing: it gives back what waits.
Begin(n, h) ==
  /\ h.out = "waits" /\ node[n].is = "up"
  /\ Running(n) + node[n].lost < Workers
  /\ Replace(n, h, [h EXCEPT !.out = "runs"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* A lost worker's handler ends at last. What it did in a transaction is rolled back, as its attempt was settled.
EndLost(n) ==
  /\ "slow" \in Moves /\ node[n].lost > 0
  /\ node' = [node EXCEPT ![n].lost = @ - 1]
  /\ UNCHANGED <<rows, hand, effects, foul>>

-----------------------------------------------------------------------------
(* Verdicts: Completions and Verdicts *)

Successor(out) == CASE out = "done" -> "completed"
                    [] out = "dead" -> "dead"
                    [] out \in {"retry", "release"} -> "queued"

Settled(row, out) == [row EXCEPT
  !.here     = Kept \/ out # "done",
  !.status   = Successor(out),
  !.version  = @ + 1,
  !.attempts = IF out = "release" THEN @ - 1 ELSE @,
  !.given    = IF out = "release" THEN @ + 1 ELSE @,
  !.expires  = 0,
  !.by       = "none"]

\* What is wrong with recording the verdicts of these holds, all of which the fence lets in.
Wrongs(some) ==
  (IF \E h \in some : Nth(h.task) # h.nth THEN {"another's attempt"} ELSE {})
    \cup
  (IF \E h \in some : Nth(h.task) = h.nth /\ ~IsOpen(h) THEN {"second verdict"} ELSE {})

Failure(h) == IF h.last THEN "dead" ELSE "retry"

\* A transactional handler commits, the verdict being its last statement (HandlerTransaction). If
\* the answer is lost, the attempt has failed for all this node knows, and that verdict is collected.
\* A handler may also commit its writes with another outcome, by the same fence; that is not counted.
Finish(n, h, isLost) ==
  /\ h.task \in Tx /\ h.out = "runs" /\ Fits(h)
  /\ isLost => "lostAck" \in Moves
  /\ rows' = [rows EXCEPT ![h.task] = Settled(@, "done")]
  /\ effects' = [effects EXCEPT ![h.task] = @ + 1]
  /\ foul' = foul \cup Wrongs({h})
  /\ IF isLost THEN Replace(n, h, [h EXCEPT !.out = Failure(h), !.mine = "done"]) ELSE Drop(n, {h})
  /\ UNCHANGED node

\* The fence refuses the verdict: the handler's transaction is rolled back, and the attempt is stale.
FinishStale(n, h) ==
  /\ h.task \in Tx /\ h.out = "runs" /\ ~Fits(h)
  /\ Drop(n, {h})
  /\ UNCHANGED <<rows, effects, node, foul>>

\* The other ends of a handler: its outcome goes to the node's VerdictWriter.
Collect(n, h, out) ==
  /\ h.out = "runs" /\ h.task \notin Poison \cup Hang
  /\ \/ out = "done" /\ h.task \notin Tx
     \/ out = Failure(h) /\ "fail" \in Moves
     \/ out = "dead" /\ "giveUp" \in Moves
  /\ Replace(n, h, [h EXCEPT !.out = out])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* The handler does not end, though its timeout interrupted it: its attempt is settled in its stead, as
\* failed, and its worker is lost (Timeouts.enforce).
Abandon(n, h) ==
  /\ h.out = "runs" /\ h.task \notin Poison
  /\ h.task \in Hang \/ "slow" \in Moves
  /\ Replace(n, h, [h EXCEPT !.out = Failure(h)])
  /\ node' = [node EXCEPT ![n].lost = @ + 1]
  /\ UNCHANGED <<rows, effects, foul>>

NeverEnds(h) == h.out = "runs" /\ h.task \in Hang \cup Exits

\* Snoozed, or given back by a draining node: what runs, when its handler ended by the drain's interrupt, or
\* in its stead if it did not; but not one that waits for the end of the process.
GiveBack(n, h) ==
  /\ h.out = "runs" /\ rows[h.task].given < MostGiven
  /\ \/ "snooze" \in Moves /\ h.task \notin Hang \cup Exits
     \/ node[n].is = "draining" /\ (h.task \in Exits => "gives back what exits" \in Flaws)
  /\ Replace(n, h, [h EXCEPT !.out = "release"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* What waits is given back at once by a draining node, and by any other after a while: surely where
\* no worker will take it.
ReturnWaiting(n, h) ==
  /\ h.out = "waits" /\ rows[h.task].given < MostGiven
  /\ \/ node[n].is = "draining"
     \/ "keeps what waits" \notin Flaws /\ (~HasWorkers(n) \/ "slow" \in Moves)
  /\ Replace(n, h, [h EXCEPT !.out = "release"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* VerdictWriter.send: one statement for some of what is collected. `some` is any part of it: rows
\* that others lock are passed over, and successes and others go by different statements. If the
\* answer is lost, everything stays collected, and is sent again.
Write(n, some, isLost) ==
  /\ some # {} /\ \A h \in some : IsVerdict(h) /\ Fits(h)
  /\ \A g, h \in some : g.task = h.task => g = h
  /\ isLost => "lostAck" \in Moves
  /\ rows' = [t \in Tasks |-> IF \E h \in some : h.task = t
                              THEN Settled(rows[t], (CHOOSE h \in some : h.task = t).out)
                              ELSE rows[t]]
  /\ foul' = foul \cup Wrongs(some)
  /\ hand' = [hand EXCEPT ![n] = (@ \ some) \cup
                (IF isLost THEN {[h EXCEPT !.mine = h.out] : h \in some} ELSE {})]
  /\ UNCHANGED <<effects, node>>

\* A re-read shows another version, or no row: of a collected verdict (Reread.lookAgain), which is
\* then taken for recorded or for stale; or of a lease that was not renewed (LeaseKeeper.stopLost), whose
\* handler is then interrupted and writes nothing (and if it never ends, its worker is lost). It is a step
\* of its own, as anything may happen between a statement and its re-read. What it concludes is looked at
\* by NoFalseWin and NoFalseLoss.
Learn(n, h) ==
  /\ TakesForOwn(h) \/ TakesForStale(h)
  /\ Drop(n, {h})
  /\ node' = [node EXCEPT ![n].lost = IF NeverEnds(h) THEN @ + 1 ELSE @]
  /\ UNCHANGED <<rows, effects, foul>>

\* Its observers are told that it was stale, although the lease merely runs out.
Forget(n, h) ==
  /\ "forget" \in Moves /\ IsVerdict(h)
  /\ Drop(n, {h})
  /\ UNCHANGED <<rows, effects, node, foul>>

-----------------------------------------------------------------------------
(* Time: Leases.renew, LeaseKeeper, Recoveries *)

\* Without pauses, a tick is the time between two renewals, and every node has renewed, or missed it,
\* before the next.
Tick ==
  /\ \E t \in Tasks : rows[t].expires > 0
  /\ \A n \in Nodes : ~node[n].owes
  /\ rows' = [t \in Tasks |-> [rows[t] EXCEPT !.expires = IF @ > 0 THEN @ - 1 ELSE 0]]
  /\ node' = [n \in Nodes |-> [node[n] EXCEPT !.owes = IsPunctual /\ hand[n] # {}]]
  /\ UNCHANGED <<hand, effects, foul>>

\* One statement for everything in hand; rows that others lock are passed over. It does not ask whether
\* the lease has expired: nobody has taken it, or the version would be another. That its answer is lost
\* changes nothing, except where a renewal raises the version.
Renew(n, some, isLost) ==
  /\ some # {} /\ \A h \in some : IsHeld(h)
  /\ IF IsPunctual THEN node[n].owes /\ some = {h \in hand[n] : IsHeld(h)}
                   ELSE \E h \in some : rows[h.task].expires < Lease
  /\ isLost => RenewalRaises /\ "lostAck" \in Moves
  /\ LET ofTask(t) == {h \in some : h.task = t}
     IN rows' = [t \in Tasks |-> IF ofTask(t) = {} THEN rows[t] ELSE [rows[t] EXCEPT
                   !.expires = Lease,
                   !.version = IF RenewalRaises THEN @ + 1 ELSE @]]
  /\ hand' = IF RenewalRaises /\ ~isLost
             THEN [hand EXCEPT ![n] = (@ \ some) \cup {[h EXCEPT !.version = @ + 1] : h \in some}]
             ELSE hand
  /\ node' = [node EXCEPT ![n].owes = FALSE, ![n].missed = 0]
  /\ UNCHANGED <<effects, foul>>

Miss(n) ==
  /\ node[n].owes
  /\ node[n].missed < MostMissed \/ \A h \in hand[n] : ~IsHeld(h)
  /\ node' = [node EXCEPT ![n].owes = FALSE,
                          ![n].missed = IF \E h \in hand[n] : IsHeld(h) THEN @ + 1 ELSE 0]
  /\ UNCHANGED <<rows, hand, effects, foul>>

\* Every node does this, none waits for another, so it belongs to none. An attempt that was cut off
\* stays counted.
Recover(t) ==
  LET isOver == \/ rows[t].attempts >= rows[t].max
                \/ rows[t].crashes + 1 >= QuarantineCrashes + MaxCrashes
  IN
  /\ rows[t].here /\ rows[t].status = "executing" /\ rows[t].expires = 0
  /\ rows' = [rows EXCEPT ![t].status = IF isOver THEN "dead" ELSE "queued",
                          ![t].version = @ + 1, ![t].crashes = @ + 1, ![t].by = "none"]
  /\ UNCHANGED <<hand, effects, node, foul>>

-----------------------------------------------------------------------------
(* Nodes *)

Die(n) ==
  /\ hand[n] # {}
  /\ hand' = [hand EXCEPT ![n] = {}]
  /\ node' = [node EXCEPT ![n] = Fresh("up")]
  /\ UNCHANGED <<rows, effects, foul>>

Crash(n) == "crash" \in Moves /\ Die(n)

Kill(n) == (\E h \in hand[n] : h.task \in Poison \ Exits /\ h.out = "runs") /\ Die(n)

\* System.exit in a handler: its node is told to stop, and its thread waits for that for ever.
Exit(n, h) ==
  /\ h.task \in Exits /\ h.out = "runs" /\ node[n].is = "up"
  /\ effects' = [effects EXCEPT ![h.task] = @ + 1]
  /\ node' = [node EXCEPT ![n].is = "draining"]
  /\ UNCHANGED <<rows, hand, foul>>

\* Shutdown and Drain: no more claims, the hand is emptied (ReturnWaiting, GiveBack, or the ends of handlers),
\* then the node ends. A handler that asked for this end is left to its lease, so that it counts as a crash.
StartDrain(n) ==
  /\ "drain" \in Moves /\ node[n].is = "up"
  /\ node' = [node EXCEPT ![n].is = "draining"]
  /\ UNCHANGED <<rows, hand, effects, foul>>

EndDrain(n) ==
  /\ node[n].is = "draining" /\ \A h \in hand[n] : h.out = "runs" /\ h.task \in Exits
  /\ "gives back what exits" \in Flaws => hand[n] = {}
  /\ hand' = [hand EXCEPT ![n] = {}]
  /\ node' = [node EXCEPT ![n] = Fresh("down")]
  /\ UNCHANGED <<rows, effects, foul>>

Start(n) ==
  /\ node[n].is = "down"
  /\ node' = [node EXCEPT ![n].is = "up"]
  /\ UNCHANGED <<rows, hand, effects, foul>>

\* A standby is promoted that had not received a claim. So the row is as it was before, and will come to the
\* same version again. The claim counts as given back: properties tell attempts apart by their number.
FailOver(t) ==
  /\ "failover" \in Moves /\ rows[t].given < MostGiven
  /\ rows[t].here /\ rows[t].status = "executing"
  /\ rows' = [rows EXCEPT ![t].status = "queued", ![t].version = @ - 1, ![t].expires = 0, ![t].by = "none",
                          ![t].attempts = @ - 1, ![t].given = @ + 1]
  /\ UNCHANGED <<hand, effects, node, foul>>

-----------------------------------------------------------------------------
(* Admins: AdminVerbs; and Trims *)

Cancel(t) ==
  /\ "cancel" \in Moves
  /\ rows[t].here /\ rows[t].status \in {"queued", "executing"}
  /\ rows' = [rows EXCEPT ![t].status = "cancelled", ![t].version = @ + 1, ![t].expires = 0,
                          ![t].by = "none"]
  /\ UNCHANGED <<hand, effects, node, foul>>

Retry(t) ==
  /\ "retry" \in Moves /\ rows[t].retries < MostRetries
  /\ rows[t].here /\ rows[t].status \in {"dead", "cancelled"}
  /\ rows' = [rows EXCEPT ![t].status = "queued", ![t].version = @ + 1, ![t].retries = @ + 1,
                          ![t].max = IF @ > rows[t].attempts THEN @ ELSE rows[t].attempts + 1]
  /\ UNCHANGED <<hand, effects, node, foul>>

Trim(t) ==
  /\ "trim" \in Moves
  /\ rows[t].here /\ rows[t].status \in Ended
  /\ rows' = [rows EXCEPT ![t].here = FALSE]
  /\ UNCHANGED <<hand, effects, node, foul>>

-----------------------------------------------------------------------------
HoldStep(n, h) ==
  \/ Finish(n, h, FALSE) \/ Finish(n, h, TRUE) \/ FinishStale(n, h)
  \/ \E out \in {"done", "retry", "dead"} : Collect(n, h, out)
  \/ GiveBack(n, h) \/ ReturnWaiting(n, h) \/ Learn(n, h) \/ Forget(n, h)
  \/ Begin(n, h) \/ Abandon(n, h) \/ Exit(n, h)

NodeStep(n) ==
  \/ \E t \in Tasks : \E isLost \in BOOLEAN : Claim(n, t, isLost) \/ EnqueueClaimed(n, t, isLost)
  \/ \E t \in Tasks : StartEarly(n, t)
  \/ \E h \in hand[n] : HoldStep(n, h)
  \/ \E some \in SUBSET hand[n] : \E isLost \in BOOLEAN : Write(n, some, isLost) \/ Renew(n, some, isLost)
  \/ Miss(n) \/ Crash(n) \/ Kill(n) \/ EndLost(n)
  \/ StartDrain(n) \/ EndDrain(n) \/ Start(n)

RowStep(t) == Enqueue(t) \/ Recover(t) \/ FailOver(t) \/ Cancel(t) \/ Retry(t) \/ Trim(t)

Next == Tick \/ (\E n \in Nodes : NodeStep(n)) \/ (\E t \in Tasks : RowStep(t))

Spec == Init /\ [][Next]_vars

\* What is assumed to go on: time, the loops of nodes that are up, and handlers, but that an abandoned one
\* ends. Faults need not happen. What a node can run it claims at last, task by task: the order of a queue
\* passes over what others must run.
\* (Quarantine.isClearing, by which a node empties its hand, is not needed here: tasks are few.)
Fair ==
  /\ WF_vars(Tick)
  /\ \A t \in Tasks : WF_vars(Recover(t))
  /\ \A n \in Nodes :
       /\ WF_vars(\E t \in Tasks : Claim(n, t, FALSE))
       /\ WF_vars(\E h \in hand[n] : Begin(n, h))
       /\ WF_vars(\E h \in hand[n] : h.task \in Hang /\ Abandon(n, h))
       /\ WF_vars(\E h \in hand[n] : (~HasWorkers(n) \/ node[n].is = "draining") /\ ReturnWaiting(n, h))
       /\ WF_vars(\E h \in hand[n] : Exit(n, h))
       /\ WF_vars(\E h \in hand[n] : Finish(n, h, FALSE) \/ FinishStale(n, h) \/ Collect(n, h, "done"))
       /\ WF_vars(\E some \in SUBSET hand[n] : Write(n, some, FALSE))
       /\ WF_vars(\E h \in hand[n] : Learn(n, h))
       /\ WF_vars(Kill(n))
       /\ WF_vars(IsPunctual /\ \E some \in SUBSET hand[n] : Renew(n, some, FALSE))
       /\ WF_vars(IsPunctual /\ Miss(n))
       /\ WF_vars(EndDrain(n))
       /\ WF_vars(Start(n))

FairSpec == Spec /\ Fair

\* Nodes are alike, and so are tasks of one kind. Not for checks of liveness, where TLC's symmetry is unsound.
\* Where a type is special, its tasks and those of its kind are not alike, and nodes are if they can run the same.
Same(some) == IF Special \cap some = {} THEN Permutations(some) ELSE {}

Alike ==
  Permutations(Able) \cup Permutations(Nodes \ Able)
    \cup Same(Tx) \cup Same(Hang) \cup Same(Exits) \cup Same(Poison \ Exits)
    \cup Same(Tasks \ (Tx \cup Hang \cup Poison))

-----------------------------------------------------------------------------
(* Properties; docs cite them by name *)

Holds == UNION {{<<n, h>> : h \in hand[n]} : n \in Nodes}

TypeOK ==
  /\ \A t \in Tasks :
       /\ rows[t].status \in {"none", "queued", "executing"} \cup Ended
       /\ rows[t].expires \in 0..Lease
       /\ rows[t].expires > 0 => rows[t].status = "executing"
       /\ rows[t].given \in 0..MostGiven /\ rows[t].retries \in 0..MostRetries
  /\ \A n \in Nodes :
       /\ Cardinality(hand[n]) <= Room
       /\ Running(n) + node[n].lost <= Workers
       /\ node[n].is = "down" => hand[n] = {}
       /\ node[n].missed \in 0..MostMissed

\* The writes of a transactional handler are committed at most once.
EffectOnce == \A t \in Tx : effects[t] <= 1

\* They are, if and only if the task is completed.
CompletedHasEffect == \A t \in Tx : rows[t].status = "completed" <=> effects[t] = 1

\* At most one lease of a task is valid at a time.
OneLease ==
  \A t \in Tasks : Cardinality({x \in Holds : /\ x[2].task = t
                                              /\ IsHeld(x[2])
                                              /\ rows[t].expires > 0}) <= 1

\* No verdict is recorded for an attempt that has ended, be it by another verdict, by recovery or by an admin.
OneVerdictPerLease == "second verdict" \notin foul

\* A verdict decides the attempt of its own lease, never that of a successor.
OwnVerdict == "another's attempt" \notin foul

\* The node of an attempt that nobody has ended passes the fence, however late it is.
LiveOwnerCanSettle == \A x \in Holds : IsOpen(x[2]) => Fits(x[2])

\* Whenever a node looks, after a lost answer or not: what it takes for its own verdict is on record, and
\* a success for a success. (But see GoneIsMine.)
NoFalseWin ==
  \A x \in Holds :
    /\ Reads(x[2]) \in {"completed", "settled"} => x[2].mine # "none"
    /\ Reads(x[2]) = "completed" <=> (rows[x[2].task].here /\ x[2].mine = "done")

\* What it takes for stale is an attempt that has ended, and never its own success.
NoFalseLoss == \A x \in Holds : TakesForStale(x[2]) => ~IsOpen(x[2]) /\ x[2].mine # "done"

\* Attempts that were not given back, crashes among them, are at most max_attempts.
AttemptsBounded == \A t \in Tasks : rows[t].attempts \in 0..rows[t].max

\* A row that is not there was at an end, or was never there.
GoneHasEnded == \A t \in Tasks : ~rows[t].here => rows[t].status \in {"none"} \cup Ended

\* What a node has in hand is in the table, or was.
HeldWasEnqueued == \A x \in Holds : rows[x[2].task].status # "none"

CompletedIsFinal == [][\A t \in Tasks : rows[t].status = "completed" => rows'[t].status = "completed"]_vars

DeadAndCancelledOnlyByAdmin ==
  [][\A t \in Tasks : rows[t].status \in {"dead", "cancelled"} /\ rows'[t].status # rows[t].status
       => rows'[t].status = "queued" /\ rows'[t].retries = rows[t].retries + 1]_vars

\* Whatever changes a row but a renewal (and the clock) raises its version, and nothing lowers it.
VersionNeverFalls ==
  [][\A t \in Tasks :
       \/ rows'[t].version = rows[t].version + 1
       \/ rows[t].status = "none" /\ rows'[t].version = 0
       \/ rows'[t] = [rows[t] EXCEPT !.expires = rows'[t].expires]
       \/ rows'[t] = [rows[t] EXCEPT !.here = FALSE]]_vars

\* While no node pauses or dies, no lease runs out, although MostMissed renewals in a row are lost.
RenewedInTime == \A x \in Holds : IsOpen(x[2]) => rows[x[2].task].expires > 0

\* A task in quarantine has its node for itself, so that each crash of it is its own.
\* No abandoned handler of before runs beside it.
QuarantineIsAlone ==
  \A n \in Nodes : (\E h \in hand[n] : IsAlone(h)) =>
    /\ Cardinality(hand[n]) = 1
    /\ \A h \in hand[n] : ~IsVerdict(h) => node[n].lost = 0

\* A task of a type that a node cannot run is never in its hand.
OnlyWhatItRuns == \A x \in Holds : CanRun(x[1], x[2].task)

\* A node whose workers are all lost claims nothing.
NoClaimBehindTheLost ==
  [][\A n \in Nodes : node[n].lost >= Workers
       => \A h \in hand'[n] : \E g \in hand[n] : g.task = h.task /\ g.nth = h.nth]_vars

\* Each System.exit of a task's handler costs it an attempt: so there are no more of them than attempts.
ExitsAreCounted == \A t \in Exits : effects[t] <= rows[t].attempts

\* The bound of the model on what is given back is not what makes things end.
GivenIsUnbounded == \A t \in Tasks : rows[t].given < MostGiven

\* What a draining node leaves is in nobody's hand: where nothing is lost, each lease is in a hand.
NothingLeftBehind == \A t \in Tasks : rows[t].status = "executing" => \E x \in Holds : x[2].task = t /\ IsOpen(x[2])

\* Where nothing fails but by a poison pill's kills: no other task becomes dead,
InnocentNeverDies == \A t \in Tasks \ Poison : rows[t].status # "dead"

\* and the pill becomes so by its last kill in quarantine, and by none before.
PoisonDiesInQuarantine ==
  \A t \in Poison :
    /\ rows[t].status = "dead" <=> rows[t].crashes = QuarantineCrashes + MaxCrashes
    /\ rows[t].status # "completed"

\* Every task reaches an end, for good.
AllEnd == <>[](\A t \in Tasks : rows[t].status \in Ended)

\* No task waits for ever in a hand whose workers are all lost while another node that can run it has one.
IsStranded(t) ==
  /\ \E n \in Nodes : ~HasWorkers(n) /\ \E h \in hand[n] : h.task = t /\ h.out = "waits" /\ IsHeld(h)
  /\ \E n \in Nodes : CanRun(n, t) /\ node[n].is = "up" /\ hand[n] = {} /\ HasWorkers(n)
NoneIsStranded == \A t \in Tasks : []<>~IsStranded(t)

-----------------------------------------------------------------------------
(* Not promised, and not true; checks show how *)

\* A task runs on one thread at a time.
NoOverlap == \A t \in Tasks : Cardinality({x \in Holds : x[2].task = t /\ x[2].out = "runs"}) <= 1

\* What a node takes for stale was not its own verdict. It may have been, if it was a failure, its answer
\* was lost, and the task went on before the re-read.
LossIsAnothers == \A x \in Holds : TakesForStale(x[2]) => x[2].mine = "none"

\* A row that is gone was deleted by the success of whoever finds it gone. It may have been another's.
GoneIsMine == \A x \in Holds : Reads(x[2]) = "gone" => x[2].mine = "done"
=============================================================================
