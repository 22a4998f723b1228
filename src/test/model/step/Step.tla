-------------------------------- MODULE Step --------------------------------
(***************************************************************************)
(* A handler has a step and a loop, which are recorded.  A recorded step   *)
(* is not done again, each turn of the loop is committed once, and all     *)
(* attempts see the same values.  ../README.md lists the checks.           *)
(*                                                                         *)
(* A step has an effect outside of the database, and then one statement    *)
(* that records its value.  A turn of a loop writes and records its number *)
(* in one transaction.  `task.transaction` is a loop of one turn.          *)
(*                                                                         *)
(* The statement of a record is two steps here.  It reads the lease.  Then *)
(* it inserts, unless another attempt has recorded the same.  In between   *)
(* it may wait for the open transaction of another attempt, and its lease  *)
(* may be lost.                                                            *)
(*                                                                         *)
(* Left out: sleeps and waits for signals (../signal has them), names of   *)
(* steps, errors of handlers (like a death, they end an attempt), and      *)
(* tasks that are cancelled.                                               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Turns,      \* of the loop
  Deaths,     \* how often a node dies, or a lease expires while its node lives
  Moves,      \* what else may happen, see AllMoves
  Flaws       \* wrong designs, see AllFlaws

AllMoves == {
  "trim"}              \* the records are deleted after the task's row

AllFlaws == {
  "does not read",     \* an attempt does not read the records of earlier ones
  "no fence",          \* the statement of a record does not read the lease
  "overwrites",        \* a record replaces that of another attempt
  "keeps its own",     \* an attempt whose record was refused goes on with its own value
  "any turn",          \* a record of a turn does not check that the turn before it was the last recorded one
  "records first",     \* a turn is recorded in a transaction of its own, before its writes
  "records later",     \* a turn is recorded in a transaction of its own, after its writes
  "trims at once"}     \* a trim does not wait for statements that have read the lease

ASSUME Moves \subseteq AllMoves /\ Flaws \subseteq AllFlaws

None == 0

VARIABLES
  row,      \* of the task: status and version
  step,     \* its recorded value: the version of the attempt that recorded it, or None
  turn,     \* the number of the last recorded turn of the loop
  writes,   \* of each turn: how often its writes were committed
  attempts, \* running attempts: version, place, the value of the step and the number of turns that they have, and
            \* `late`: whether the step was recorded before their claim, which no guard reads
  left      \* deaths that may still come

vars == <<row, step, turn, writes, attempts, left>>

\* The fence.
Holds(a) == row.status = "executing" /\ row.version = a.version

\* The attempt changes its state.
Becomes(a, new) == attempts' = (attempts \ {a}) \cup {new}

Init ==
  /\ row = [status |-> "queued", version |-> 0]
  /\ step = None
  /\ turn = 0
  /\ writes = [t \in 1..Turns |-> 0]
  /\ attempts = {}
  /\ left = Deaths

-----------------------------------------------------------------------------
\* The task.
Claim ==
  /\ row.status = "queued"
  /\ row' = [status |-> "executing", version |-> row.version + 1]
  /\ attempts' = attempts \cup
       {[version |-> row.version + 1, at |-> "begun", value |-> None, turn |-> 0, late |-> step # None]}
  /\ UNCHANGED <<step, turn, writes, left>>

Complete(a) ==
  /\ a.at = "goes on" /\ a.value # None /\ a.turn = Turns /\ Holds(a)
  /\ row' = [status |-> "completed", version |-> row.version + 1]
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<step, turn, writes, left>>

Requeue == row' = [status |-> "queued", version |-> row.version + 1]

Recover ==
  /\ row.status = "executing" /\ ~\E a \in attempts : Holds(a)
  /\ Requeue
  /\ UNCHANGED <<step, turn, writes, attempts, left>>

Expire ==
  /\ left > 0 /\ row.status = "executing"
  /\ left' = left - 1
  /\ Requeue
  /\ UNCHANGED <<step, turn, writes, attempts>>

\* A transaction that is open is rolled back with its node.
Die(a) ==
  /\ left > 0
  /\ left' = left - 1
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<row, step, turn, writes>>

\* Before a trim, each statement that has read the lease has ended.
Trim ==
  /\ "trim" \in Moves /\ row.status = "completed"
  /\ "trims at once" \in Flaws \/ ~\E a \in attempts : a.at \in {"records step", "records turn", "commits"}
  /\ step' = None /\ turn' = 0
  /\ UNCHANGED <<row, writes, attempts, left>>

-----------------------------------------------------------------------------
\* An attempt reads all records at its first step.
Read(a) ==
  /\ a.at = "begun"
  /\ Becomes(a, IF "does not read" \in Flaws
                THEN [a EXCEPT !.at = "goes on"]
                ELSE [a EXCEPT !.at = "goes on", !.value = step, !.turn = turn])
  /\ UNCHANGED <<row, step, turn, writes, left>>

\* The effect of the step.
Do(a) ==
  /\ a.at = "goes on" /\ a.value = None
  /\ Becomes(a, [a EXCEPT !.at = "done"])
  /\ UNCHANGED <<row, step, turn, writes, left>>

\* The transaction of a turn has written.
Work(a) ==
  /\ a.at = "goes on" /\ a.value # None /\ a.turn < Turns
  /\ Becomes(a, [a EXCEPT !.at = "worked"])
  /\ UNCHANGED <<row, step, turn, writes, left>>

\* The statement of a record reads the lease.
Fence(a) ==
  /\ a.at \in {"done", "worked"}
  /\ Holds(a) \/ "no fence" \in Flaws
  /\ Becomes(a, [a EXCEPT !.at = IF @ = "done" THEN "records step" ELSE "records turn"])
  /\ UNCHANGED <<row, step, turn, writes, left>>

\* An attempt that has lost its lease ends, and an open transaction is rolled back.
Refused(a) ==
  /\ a.at \in {"done", "worked", "goes on"} /\ ~Holds(a)
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<row, step, turn, writes, left>>

RecordStep(a) ==
  /\ a.at = "records step"
  /\ IF step = None \/ "overwrites" \in Flaws
     THEN step' = a.version /\ Becomes(a, [a EXCEPT !.at = "goes on", !.value = a.version])
     ELSE /\ Becomes(a, [a EXCEPT !.at = "goes on", !.value = IF "keeps its own" \in Flaws THEN a.version ELSE step])
          /\ UNCHANGED step
  /\ UNCHANGED <<row, turn, writes, left>>

\* Only one open transaction has the key of the record.
RecordTurn(a) ==
  /\ a.at = "records turn"
  /\ ~\E other \in attempts : other.at = "commits"
  /\ IF turn = a.turn \/ "any turn" \in Flaws
     THEN Becomes(a, [a EXCEPT !.at = "commits"])
     ELSE Becomes(a, [a EXCEPT !.at = "goes on", !.turn = turn])
  /\ UNCHANGED <<row, step, turn, writes, left>>

Commit(a) ==
  /\ a.at = "commits"
  /\ CASE "records first" \in Flaws -> turn' = a.turn + 1 /\ Becomes(a, [a EXCEPT !.at = "owes"]) /\ UNCHANGED writes
       [] "records later" \in Flaws ->
            writes' = [writes EXCEPT ![a.turn + 1] = @ + 1] /\ Becomes(a, [a EXCEPT !.at = "owes"]) /\ UNCHANGED turn
       [] OTHER -> /\ turn' = a.turn + 1
                   /\ writes' = [writes EXCEPT ![a.turn + 1] = @ + 1]
                   /\ Becomes(a, [a EXCEPT !.at = "goes on", !.turn = @ + 1])
  /\ UNCHANGED <<row, step, left>>

\* Wrong designs have a second transaction.
CommitSecond(a) ==
  /\ a.at = "owes"
  /\ Becomes(a, [a EXCEPT !.at = "goes on", !.turn = @ + 1])
  /\ IF "records first" \in Flaws
     THEN writes' = [writes EXCEPT ![a.turn + 1] = @ + 1] /\ UNCHANGED turn
     ELSE turn' = a.turn + 1 /\ UNCHANGED writes
  /\ UNCHANGED <<row, step, left>>

-----------------------------------------------------------------------------
Goes(a) ==
  \/ Read(a) \/ Do(a) \/ Work(a) \/ Fence(a) \/ Refused(a)
  \/ RecordStep(a) \/ RecordTurn(a) \/ Commit(a) \/ CommitSecond(a) \/ Complete(a)

Next == Claim \/ Recover \/ Expire \/ Trim \/ \E a \in attempts : Goes(a) \/ Die(a)

Spec == Init /\ [][Next]_vars

Fair == WF_vars(Claim) /\ WF_vars(Recover) /\ WF_vars(\E a \in attempts : Goes(a))

FairSpec == Spec /\ Fair

-----------------------------------------------------------------------------
\* The writes of a turn are committed at most once.
TurnsOnce == \A t \in 1..Turns : writes[t] <= 1

\* A record and the writes of its turn are committed together.
RecordIsTrue == \A t \in 1..Turns : t <= turn => writes[t] = 1

\* A completed task has the writes of all turns.
CompletedHasAll == row.status = "completed" => \A t \in 1..Turns : writes[t] = 1

\* All attempts see the same value.  No attempt sees trimmed records.
SameValue == \A a \in attempts : a.value # None /\ step # None => a.value = step

\* While the record of a step is kept, no attempt that was claimed later does the step.
NotRepeated == \A a \in attempts : a.at = "done" => ~a.late

\* The task ends.
Ends == <>(row.status = "completed")
=============================================================================
