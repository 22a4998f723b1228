------------------------------ MODULE Rowmill ------------------------------
(***************************************************************************)
(* Rowmill's protocol as built: rows of rowmill_task, nodes that hold      *)
(* leases of them, and the faults between the two.  README.md lists the    *)
(* checks.  Each .cfg is one check.                                        *)
(*                                                                         *)
(* A step is one committed statement, or one event on a node.  This is     *)
(* sound because every statement of `store` is one transaction under READ  *)
(* COMMITTED that locks the rows that it writes.  A statement on a single  *)
(* row may wait for the lock, and then reads the row again.  Other         *)
(* statements pass over locked rows, which are left out of the step.  A    *)
(* transaction that is rolled back is no step.                             *)
(*                                                                         *)
(* A pause is no step either.  A paused node does nothing while Tick and   *)
(* the steps of others go on.  It is stopped, collects garbage, or cannot  *)
(* reach the database.                                                     *)
(*                                                                         *)
(* Left out, because no guard reads it: payload, queue, priority, and when *)
(* a queued task is due (it is claimed at any later time, or never).  A    *)
(* type matters only for the nodes that can run it.                        *)
(* A statement on many rows is one step for each row, if the rows do not   *)
(* depend on each other (claim, recover, trim).  Such steps may directly   *)
(* follow each other.                                                      *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Nodes,
  Tasks,
  Tx,                \* tasks of transactional handlers; the verdicts of the others are batched
  Poison,            \* tasks that kill their node whenever they run
  Exits,             \* poison tasks that call System.exit: the node drains first, and their handlers never return
  Hang,              \* tasks whose handlers never return, and ignore interrupts
  Special, Able,     \* Special are tasks of a type that only the nodes in Able can run
  Late,              \* all tasks, if they are enqueued during the run; none, if they exist from the beginning
  Workers,           \* handlers that a node runs at once
  Room,              \* the most tasks that a node holds: those of its workers, and those that wait for a worker
  Lease,             \* ticks of a lease
  MaxAttempts,
  MaxCrashes,        \* rowmill.max-crashes
  QuarantineCrashes, \* Claimed.QUARANTINE_CRASHES
  MostMissed,        \* renewals in a row that may be lost while no node pauses
  MostGiven,         \* bounds the model: attempts of a task that are given back
  MostRetries,       \* bounds the model: an admin's retries of a task
  Kept,              \* FALSE: rowmill.retention.completed = 0, so its verdict deletes a completed task
  Moves,             \* faults and verbs that may happen, see AllMoves
  Fence,             \* "lease" is the design: id, version and node; "version", "status" and "id" are wrong
  RenewalRaises,     \* TRUE: a renewal raises the version, which is wrong
  Quarantined,       \* FALSE: crashes are counted, but no task runs alone, which is wrong
  Flaws              \* other wrong designs, see AllFlaws

AllMoves == {
  "crash",     \* a node dies and loses all tasks that it holds; a new process takes its place
  "pause",     \* a node may be late with renewals, and with all else; without this move every renewal is in time
  "lostAck",   \* the answer to a verdict is lost, although the verdict was committed
  "lostClaim", \* the answer to a claim is lost, although the claim was committed
  "fail",      \* a handler throws, or a commit fails
  "giveUp",    \* a handler gives up, because another attempt would not help
  "forget",    \* a verdict that the database refuses repeatedly is dropped (PendingVerdict.isRefusedForGood)
  "snooze",    \* a handler snoozes its task; or a lease has expired by the node's own measure
  "slow",      \* a handler ends only long after its timeout; a waiting task is given back before a worker takes it
  "drain",     \* a node drains, and starts again later
  "failover",  \* the last commit of a row is lost, which was a claim; its node still holds the task
  "again",     \* the node that still holds the task may claim it again, under the same version
  "cancel", "retry", \* an admin
  "trim"}

AllFlaws == {
  "claims behind the lost",  \* lost workers count as free
  "starts before the commit", \* tasks that a transaction enqueues and claims start before its commit
  "keeps what waits",        \* a node renews waiting tasks as long as it lives, although others could run them
  "gives back what exits"}   \* a drain gives back tasks whose handlers called System.exit and wait for it

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
  hand,    \* the holds of each node: a set, as a node may hold a task twice, once by a lease that it has lost
  effects, \* of each task: how often handlers committed their writes with success, or called System.exit
  node,    \* of each node: whether it is up, whether it owes a renewal, and how many of its workers are lost
  foul     \* wrongs that have happened; always empty in a right design, so it adds no states there

vars == <<rows, hand, effects, node, foul>>

Ended == {"completed", "dead", "cancelled"}
IsPunctual == "pause" \notin Moves

(***************************************************************************)
(* A row.  `expires` is the number of ticks that are left; 0 stands for    *)
(* `expiry <= now`, and for no expiry.  `given` and `retries` are no       *)
(* columns: they bound the model.  A deleted row keeps its last values     *)
(* here for the properties, but no statement finds it.  `by` is            *)
(* operator_id.  If no commit is lost, the version identifies the node as  *)
(* well, and one name for all nodes saves states.                          *)
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
(* A hold is a lease as its node remembers it.  `last` and `crashes` are   *)
(* read at the claim, as in Claimed.  `out` is "waits" until a worker      *)
(* takes the task (at once, if a node has no room beyond its workers).     *)
(* Then it is "runs" until the handler ends or is abandoned, and then the  *)
(* collected verdict.  Properties do not rely on the version.  They use    *)
(* `nth`, the number of this claim of the task, and `mine`, the recorded   *)
(* verdict of this hold.  No guard reads these two: if the answer was      *)
(* lost, a node cannot have `mine`.                                        *)
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

\* The attempt of this hold has not ended: no verdict, no recovery and no admin has ended it.
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

\* The result of a re-read (Leases.read).
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

\* By that result its node takes the verdict for recorded, or for refused.
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

\* Only a node that holds nothing, and has no abandoned handler, takes a task in quarantine. It takes nothing beside it.
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

\* The statement does not compare attempts. AttemptsBounded shows that this is not needed.
Claim(n, t, isLost) ==
  /\ rows[t].here /\ rows[t].status = "queued"
  /\ MayTake(n, t)
  /\ Take(n, t, isLost)

\* An enqueue is committed. Before that the row is invisible: its status is "none".
Enqueue(t) ==
  /\ rows[t].status = "none"
  /\ rows' = [rows EXCEPT ![t].here = TRUE, ![t].status = "queued"]
  /\ UNCHANGED <<hand, effects, node, foul>>

\* Claims.claimNew: one transaction enqueues a task and claims it for the node that enqueues. If the answer to
\* the commit is lost, the commit may have happened. Then no node starts the claimed task.
EnqueueClaimed(n, t, isLost) ==
  /\ rows[t].status = "none"
  /\ HasRoomFor(n, t)
  /\ Take(n, t, isLost)

\* Wrong: the node holds the task before the commit, which may never happen.
StartEarly(n, t) ==
  /\ "starts before the commit" \in Flaws
  /\ rows[t].status = "none"
  /\ HasRoomFor(n, t)
  /\ hand' = [hand EXCEPT ![n] = @ \cup {NewHold(n, t)}]
  /\ UNCHANGED <<rows, effects, node, foul>>

-----------------------------------------------------------------------------
(* Workers: WorkerPool, Timeouts *)

Running(n) == Cardinality({h \in hand[n] : h.out = "runs"})

\* A draining node begins nothing: it gives back waiting tasks.
Begin(n, h) ==
  /\ h.out = "waits" /\ node[n].is = "up"
  /\ Running(n) + node[n].lost < Workers
  /\ Replace(n, h, [h EXCEPT !.out = "runs"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* The handler of a lost worker ends. Its transaction is rolled back, because its attempt was settled.
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

\* The wrongs that happen if the verdicts of these holds are recorded. All of them pass the fence.
Wrongs(some) ==
  (IF \E h \in some : Nth(h.task) # h.nth THEN {"another's attempt"} ELSE {})
    \cup
  (IF \E h \in some : Nth(h.task) = h.nth /\ ~IsOpen(h) THEN {"second verdict"} ELSE {})

Failure(h) == IF h.last THEN "dead" ELSE "retry"

\* A transactional handler commits. The verdict is its last statement (HandlerTransaction). If the
\* answer is lost, the node takes the attempt for failed, and collects that verdict. A handler may
\* also commit its writes with another outcome, by the same fence. That is not counted.
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

\* The other ends of a handler: the node's VerdictWriter gets the outcome.
Collect(n, h, out) ==
  /\ h.out = "runs" /\ h.task \notin Poison \cup Hang
  /\ \/ out = "done" /\ h.task \notin Tx
     \/ out = Failure(h) /\ "fail" \in Moves
     \/ out = "dead" /\ "giveUp" \in Moves
  /\ Replace(n, h, [h EXCEPT !.out = out])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* The handler does not end, although its timeout interrupted it. Its node settles the attempt as failed,
\* and the worker is lost (Timeouts.enforce).
Abandon(n, h) ==
  /\ h.out = "runs" /\ h.task \notin Poison
  /\ h.task \in Hang \/ "slow" \in Moves
  /\ Replace(n, h, [h EXCEPT !.out = Failure(h)])
  /\ node' = [node EXCEPT ![n].lost = @ + 1]
  /\ UNCHANGED <<rows, effects, foul>>

NeverEnds(h) == h.out = "runs" /\ h.task \in Hang \cup Exits

\* A running task is snoozed, or a draining node gives it back, whether or not its handler ended when it was
\* interrupted. The task of a handler that waits for the end of the process is not given back.
GiveBack(n, h) ==
  /\ h.out = "runs" /\ rows[h.task].given < MostGiven
  /\ \/ "snooze" \in Moves /\ h.task \notin Hang \cup Exits
     \/ node[n].is = "draining" /\ (h.task \in Exits => "gives back what exits" \in Flaws)
  /\ Replace(n, h, [h EXCEPT !.out = "release"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* A draining node gives back waiting tasks at once. Any other node does so after some time, and certainly
\* if it has no worker left.
ReturnWaiting(n, h) ==
  /\ h.out = "waits" /\ rows[h.task].given < MostGiven
  /\ \/ node[n].is = "draining"
     \/ "keeps what waits" \notin Flaws /\ (~HasWorkers(n) \/ "slow" \in Moves)
  /\ Replace(n, h, [h EXCEPT !.out = "release"])
  /\ UNCHANGED <<rows, effects, node, foul>>

\* VerdictWriter.send: one statement for some of the collected verdicts. `some` is any part of them: locked
\* rows are passed over, and successes have another statement than other verdicts. If the answer is lost,
\* the verdicts stay collected, and are sent again.
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

\* A re-read finds another version, or no row. For a collected verdict (Reread.lookAgain), the verdict is
\* taken for recorded or for stale. For a lease that was not renewed (LeaseKeeper.stopLost), the handler is
\* interrupted and writes nothing. If that handler never ends, its worker is lost. A re-read is a step of
\* its own, because anything may happen between a statement and its re-read. NoFalseWin and NoFalseLoss
\* check the conclusion.
Learn(n, h) ==
  /\ TakesForOwn(h) \/ TakesForStale(h)
  /\ Drop(n, {h})
  /\ node' = [node EXCEPT ![n].lost = IF NeverEnds(h) THEN @ + 1 ELSE @]
  /\ UNCHANGED <<rows, effects, foul>>

\* The observers of the verdict get a stale event, although the lease only expires.
Forget(n, h) ==
  /\ "forget" \in Moves /\ IsVerdict(h)
  /\ Drop(n, {h})
  /\ UNCHANGED <<rows, effects, node, foul>>

-----------------------------------------------------------------------------
(* Time: Leases.renew, LeaseKeeper, Recoveries *)

\* Without pauses, a tick is the time between two renewals. Before the next tick, every node has renewed or
\* has missed a renewal.
Tick ==
  /\ \E t \in Tasks : rows[t].expires > 0
  /\ \A n \in Nodes : ~node[n].owes
  /\ rows' = [t \in Tasks |-> [rows[t] EXCEPT !.expires = IF @ > 0 THEN @ - 1 ELSE 0]]
  /\ node' = [n \in Nodes |-> [node[n] EXCEPT !.owes = IsPunctual /\ hand[n] # {}]]
  /\ UNCHANGED <<hand, effects, foul>>

\* One statement renews all leases that a node holds. It passes over locked rows. It does not check whether
\* a lease has expired: if another claim had followed, the version would differ. A lost answer changes
\* nothing, except if a renewal raises the version.
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

\* Every node does this and waits for no other, so the step belongs to no node. An attempt that was cut off
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

\* A handler calls System.exit: its node begins to stop, and the handler's thread waits for ever.
Exit(n, h) ==
  /\ h.task \in Exits /\ h.out = "runs" /\ node[n].is = "up"
  /\ effects' = [effects EXCEPT ![h.task] = @ + 1]
  /\ node' = [node EXCEPT ![n].is = "draining"]
  /\ UNCHANGED <<rows, hand, foul>>

\* Shutdown and Drain: no more claims. Tasks end or are given back (ReturnWaiting, GiveBack), and then the node
\* ends. The task of a handler that called System.exit is left to its lease, so that it counts as a crash.
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

\* A standby that has not received a claim is promoted. So the row is as before the claim, and will get the
\* same version again. The claim counts as given back: properties distinguish attempts by their number.
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

\* Assumptions: time goes on, and so do the loops of nodes that are up, and handlers. An abandoned handler
\* need not end, and faults need not happen. A node claims each task that it can run at last, because the
\* order of a queue passes over tasks that others must run. (Quarantine.isClearing, by which a node becomes
\* empty, is not needed here, because there are few tasks.)
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

\* Nodes are interchangeable, and so are tasks of one kind. Checks of liveness do not use this, because TLC's
\* symmetry is unsound for them. Nodes must be able to run the same types. If a task of a kind is special,
\* tasks of that kind are not interchangeable.
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

\* They are committed if and only if the task is completed.
CompletedHasEffect == \A t \in Tx : rows[t].status = "completed" <=> effects[t] = 1

\* At most one lease of a task is valid at a time.
OneLease ==
  \A t \in Tasks : Cardinality({x \in Holds : /\ x[2].task = t
                                              /\ IsHeld(x[2])
                                              /\ rows[t].expires > 0}) <= 1

\* No verdict is recorded for an attempt that has ended, by another verdict, by recovery or by an admin.
OneVerdictPerLease == "second verdict" \notin foul

\* A verdict decides the attempt of its own lease, never that of a successor.
OwnVerdict == "another's attempt" \notin foul

\* While an attempt has not ended, its node passes the fence, however late the node is.
LiveOwnerCanSettle == \A x \in Holds : IsOpen(x[2]) => Fits(x[2])

\* If a re-read takes a result for this node's own verdict, that verdict is recorded, and if it takes it for
\* a success, the verdict is a success. This holds with and without lost answers. (But see GoneIsMine.)
NoFalseWin ==
  \A x \in Holds :
    /\ Reads(x[2]) \in {"completed", "settled"} => x[2].mine # "none"
    /\ Reads(x[2]) = "completed" <=> (rows[x[2].task].here /\ x[2].mine = "done")

\* If a re-read takes an attempt for stale, the attempt has ended, and it is never this node's own success.
NoFalseLoss == \A x \in Holds : TakesForStale(x[2]) => ~IsOpen(x[2]) /\ x[2].mine # "done"

\* Attempts that were not given back are at most max_attempts. Crashes are included.
AttemptsBounded == \A t \in Tasks : rows[t].attempts \in 0..rows[t].max

\* A row that does not exist has ended before, or has never existed.
GoneHasEnded == \A t \in Tasks : ~rows[t].here => rows[t].status \in {"none"} \cup Ended

\* A task that a node holds is in the table, or was.
HeldWasEnqueued == \A x \in Holds : rows[x[2].task].status # "none"

CompletedIsFinal == [][\A t \in Tasks : rows[t].status = "completed" => rows'[t].status = "completed"]_vars

DeadAndCancelledOnlyByAdmin ==
  [][\A t \in Tasks : rows[t].status \in {"dead", "cancelled"} /\ rows'[t].status # rows[t].status
       => rows'[t].status = "queued" /\ rows'[t].retries = rows[t].retries + 1]_vars

\* Every change of a row except a renewal (and the clock) raises its version, and nothing lowers it.
VersionNeverFalls ==
  [][\A t \in Tasks :
       \/ rows'[t].version = rows[t].version + 1
       \/ rows[t].status = "none" /\ rows'[t].version = 0
       \/ rows'[t] = [rows[t] EXCEPT !.expires = rows'[t].expires]
       \/ rows'[t] = [rows[t] EXCEPT !.here = FALSE]]_vars

\* While no node pauses or dies, no lease expires, even if MostMissed renewals in a row are lost.
RenewedInTime == \A x \in Holds : IsOpen(x[2]) => rows[x[2].task].expires > 0

\* A task in quarantine runs alone on its node, so each crash is its own. No handler that was abandoned
\* earlier runs beside it.
QuarantineIsAlone ==
  \A n \in Nodes : (\E h \in hand[n] : IsAlone(h)) =>
    /\ Cardinality(hand[n]) = 1
    /\ \A h \in hand[n] : ~IsVerdict(h) => node[n].lost = 0

\* A node never holds a task of a type that it cannot run.
OnlyWhatItRuns == \A x \in Holds : CanRun(x[1], x[2].task)

\* A node whose workers are all lost claims nothing.
NoClaimBehindTheLost ==
  [][\A n \in Nodes : node[n].lost >= Workers
       => \A h \in hand'[n] : \E g \in hand[n] : g.task = h.task /\ g.nth = h.nth]_vars

\* Each System.exit of a task's handler costs the task an attempt, so there are no more of them than attempts.
ExitsAreCounted == \A t \in Exits : effects[t] <= rows[t].attempts

\* The model's bound MostGiven is never reached, so it is not the reason why tasks end.
GivenIsUnbounded == \A t \in Tasks : rows[t].given < MostGiven

\* A draining node leaves no lease behind: if nothing is lost, a node holds each lease.
NothingLeftBehind == \A t \in Tasks : rows[t].status = "executing" => \E x \in Holds : x[2].task = t /\ IsOpen(x[2])

\* If only the kills of a poison pill cause failures, no other task becomes dead.
InnocentNeverDies == \A t \in Tasks \ Poison : rows[t].status # "dead"

\* The pill becomes dead by its last kill in quarantine, and by no kill before.
PoisonDiesInQuarantine ==
  \A t \in Poison :
    /\ rows[t].status = "dead" <=> rows[t].crashes = QuarantineCrashes + MaxCrashes
    /\ rows[t].status # "completed"

\* Every task ends, and stays ended.
AllEnd == <>[](\A t \in Tasks : rows[t].status \in Ended)

\* No task waits for ever on a node whose workers are all lost, while another node that can run it is idle.
IsStranded(t) ==
  /\ \E n \in Nodes : ~HasWorkers(n) /\ \E h \in hand[n] : h.task = t /\ h.out = "waits" /\ IsHeld(h)
  /\ \E n \in Nodes : CanRun(n, t) /\ node[n].is = "up" /\ hand[n] = {} /\ HasWorkers(n)
NoneIsStranded == \A t \in Tasks : []<>~IsStranded(t)

-----------------------------------------------------------------------------
(* Not promised, and not true: checks have a counterexample for each *)

\* A task runs on one thread at a time.
NoOverlap == \A t \in Tasks : Cardinality({x \in Holds : x[2].task = t /\ x[2].out = "runs"}) <= 1

\* An attempt that a node takes for stale was not settled by its own verdict. But it may have been: if the
\* verdict was a failure, its answer was lost, and the task went on before the re-read.
LossIsAnothers == \A x \in Holds : TakesForStale(x[2]) => x[2].mine = "none"

\* A missing row was deleted by the success of the attempt that misses it. But it may have been another's.
GoneIsMine == \A x \in Holds : Reads(x[2]) = "gone" => x[2].mine = "done"
=============================================================================
