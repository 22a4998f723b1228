------------------------------- MODULE Signal -------------------------------
(***************************************************************************)
(* A handler waits for a signal, and gives its worker back during the      *)
(* wait.  The wait takes one signal, that signal is recorded, and the task *)
(* does not sleep for ever beside a signal.  ../README.md lists the        *)
(* checks.                                                                 *)
(*                                                                         *)
(* A signal is a row, which its sender inserts in a transaction of its     *)
(* own.  After the commit the node of the sender marks the row of the      *)
(* task.  If the task is queued and waits, it is then due at once.  If the *)
(* task executes, the verdict that lets it sleep finds the mark in the row *)
(* that it writes.  If the node of the sender dies before that, a sweep    *)
(* finds the signal.                                                       *)
(*                                                                         *)
(* A wait is one transaction with two steps here.  It locks the row of the *)
(* wait and reads the lease.  Then it takes a signal and records it.  The  *)
(* lease may be lost in between.                                           *)
(*                                                                         *)
(* Left out: several waits of a task, names of signals, the order in which *)
(* signals are taken, sleeps (a wait for which no signal comes), and tasks *)
(* that are cancelled.                                                     *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Senders,    \* each sends one signal
  Deaths,     \* how often a node dies, or a lease expires while its node lives
  MaxVersion, \* a bound of the state space
  Moves,      \* what else may happen, see AllMoves
  Flaws       \* wrong designs, see AllFlaws

AllMoves == {
  "time"}                \* the time of the wait passes

AllFlaws == {
  "sleeps blindly",      \* the verdict does not read the mark
  "marks what it read",  \* the node of the sender reads the row of the task, and writes later by what it has read
  "no sweep",            \* no node looks for signals without a mark
  "raises version",      \* the mark raises the version of an executing row
  "takes then records",  \* a signal is taken in one transaction, and recorded in another
  "does not look first", \* the attempt sleeps without a look for signals that came before
  "no lock"}             \* a wait does not lock its row

ASSUME Moves \subseteq AllMoves /\ Flaws \subseteq AllFlaws

VARIABLES
  row,      \* of the task: status, due, version, awaits (without a meaning unless it is queued), signalled, and
            \* the version of its last claim
  signal,   \* of each sender: none, there or taken
  marked,   \* of each signal: no, yes, read (the row was read), or died (the node of its sender has died)
  wait,     \* the record of the wait: none, open, received or over
  attempts, \* running attempts: their version and their place
  left      \* deaths that may still come

vars == <<row, signal, marked, wait, attempts, left>>

There == {s \in Senders : signal[s] = "there"}
IsRecorded == wait \in {"received", "over"}

\* The fence.
Holds(a) == row.status = "executing" /\ row.version = a.version

\* The attempt goes to another place.
At(a, place) == (attempts \ {a}) \cup {[a EXCEPT !.at = place]}

Init ==
  /\ row = [status |-> "queued", due |-> TRUE, version |-> 0, awaits |-> FALSE, signalled |-> FALSE, lease |-> 0]
  /\ signal = [s \in Senders |-> "none"]
  /\ marked = [s \in Senders |-> "no"]
  /\ wait = "none"
  /\ attempts = {}
  /\ left = Deaths

-----------------------------------------------------------------------------
\* The task.
Claim ==
  /\ row.status = "queued" /\ row.due /\ row.version < MaxVersion
  /\ row' = [row EXCEPT !.status = "executing", !.version = @ + 1, !.lease = row.version + 1, !.due = FALSE]
  /\ attempts' = attempts \cup {[version |-> row.version + 1, at |-> "begun"]}
  /\ UNCHANGED <<signal, marked, wait, left>>

\* The verdict that sleeps is one update.  It reads the mark as it is when the row is locked.
Sleep(a) ==
  /\ a.at = "sleepy" /\ Holds(a)
  /\ row' = [row EXCEPT !.status = "queued", !.version = @ + 1, !.awaits = TRUE, !.signalled = FALSE,
                        !.due = row.signalled /\ "sleeps blindly" \notin Flaws]
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<signal, marked, wait, left>>

Complete(a) ==
  /\ a.at = "goes on" /\ Holds(a)
  /\ row' = [row EXCEPT !.status = "completed", !.version = @ + 1]
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<signal, marked, wait, left>>

\* An attempt that has lost its lease is refused.  Within the transaction of the wait it does not read the lease again.
Refused(a) ==
  /\ a.at # "looks" /\ ~Holds(a)
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<row, signal, marked, wait, left>>

Requeue == row' = [row EXCEPT !.status = "queued", !.due = TRUE, !.version = @ + 1]

Recover ==
  /\ row.status = "executing" /\ ~\E a \in attempts : Holds(a)
  /\ Requeue
  /\ UNCHANGED <<signal, marked, wait, attempts, left>>

\* A lease may expire although its node lives.
Expire ==
  /\ left > 0 /\ row.status = "executing"
  /\ left' = left - 1
  /\ Requeue
  /\ UNCHANGED <<signal, marked, wait, attempts>>

\* The transaction of an attempt is rolled back with its node.
Die(a) ==
  /\ left > 0
  /\ left' = left - 1
  /\ attempts' = attempts \ {a}
  /\ UNCHANGED <<row, signal, marked, wait>>

TimePasses ==
  /\ "time" \in Moves /\ row.status = "queued" /\ row.awaits /\ ~row.due
  /\ row' = [row EXCEPT !.due = TRUE]
  /\ UNCHANGED <<signal, marked, wait, attempts, left>>

-----------------------------------------------------------------------------
\* The wait.  It records that it is open, locks its row, and reads the lease.
Enter(a) ==
  /\ a.at = "begun" /\ Holds(a)
  /\ "no lock" \in Flaws \/ ~\E other \in attempts : other.at = "looks"
  /\ wait' = IF IsRecorded THEN wait ELSE "open"
  /\ attempts' = At(a, IF IsRecorded THEN "goes on" ELSE IF "does not look first" \in Flaws THEN "sleepy" ELSE "looks")
  /\ UNCHANGED <<row, signal, marked, left>>

\* Takes a signal and records it.  If there is none, the attempt sleeps, or the time has passed.
Take(a) ==
  /\ a.at = "looks"
  /\ \/ \E s \in There :
          /\ signal' = [signal EXCEPT ![s] = "taken"]
          /\ IF "takes then records" \in Flaws
             THEN attempts' = At(a, "took") /\ UNCHANGED wait
             ELSE attempts' = At(a, "goes on") /\ wait' = "received"
     \/ There = {} /\ attempts' = At(a, "sleepy") /\ UNCHANGED <<signal, wait>>
     \/ There = {} /\ "time" \in Moves /\ attempts' = At(a, "goes on") /\ wait' = "over" /\ UNCHANGED signal
  /\ UNCHANGED <<row, marked, left>>

Record(a) ==
  /\ a.at = "took" /\ Holds(a)
  /\ wait' = "received"
  /\ attempts' = At(a, "goes on")
  /\ UNCHANGED <<row, signal, marked, left>>

-----------------------------------------------------------------------------
\* The signal.
Send(s) ==
  /\ signal[s] = "none" /\ row.status # "completed"
  /\ signal' = [signal EXCEPT ![s] = "there"]
  /\ UNCHANGED <<row, marked, wait, attempts, left>>

\* The mark is written under the lock of the row.
Mark(s) ==
  /\ "marks what it read" \notin Flaws /\ signal[s] # "none" /\ marked[s] = "no"
  /\ marked' = [marked EXCEPT ![s] = "yes"]
  /\ LET wakes == row.status = "queued" /\ row.awaits
         raises == wakes \/ (row.status = "executing" /\ "raises version" \in Flaws)
     IN row' = IF row.status = "completed" THEN row
               ELSE [row EXCEPT !.signalled = TRUE, !.due = @ \/ wakes, !.version = IF raises THEN @ + 1 ELSE @]
  /\ UNCHANGED <<signal, wait, attempts, left>>

\* Wrong: the node acts later on what it has read, and leaves no mark on an executing row.
MarkReads(s) ==
  /\ "marks what it read" \in Flaws /\ signal[s] # "none" /\ marked[s] = "no"
  /\ marked' = [marked EXCEPT ![s] = IF row.status = "queued" /\ row.awaits THEN "read" ELSE "yes"]
  /\ UNCHANGED <<row, signal, wait, attempts, left>>

MarkWrites(s) ==
  /\ marked[s] = "read"
  /\ marked' = [marked EXCEPT ![s] = "yes"]
  /\ row' = IF row.status = "queued" THEN [row EXCEPT !.due = TRUE, !.version = @ + 1] ELSE row
  /\ UNCHANGED <<signal, wait, attempts, left>>

SenderDies(s) ==
  /\ left > 0 /\ signal[s] # "none" /\ marked[s] = "no"
  /\ left' = left - 1
  /\ marked' = [marked EXCEPT ![s] = "died"]
  /\ UNCHANGED <<row, signal, wait, attempts>>

\* Another node finds the signal, and marks its task.
Sweep(s) ==
  /\ "no sweep" \notin Flaws /\ marked[s] = "died"
  /\ marked' = [marked EXCEPT ![s] = "no"]
  /\ UNCHANGED <<row, signal, wait, attempts, left>>

-----------------------------------------------------------------------------
Goes(a) == Enter(a) \/ Take(a) \/ Record(a) \/ Sleep(a) \/ Complete(a) \/ Refused(a)

Next ==
  \/ Claim \/ Recover \/ Expire \/ TimePasses
  \/ \E a \in attempts : Goes(a) \/ Die(a)
  \/ \E s \in Senders : Send(s) \/ Mark(s) \/ MarkReads(s) \/ MarkWrites(s) \/ SenderDies(s) \/ Sweep(s)

Spec == Init /\ [][Next]_vars

Fair ==
  /\ WF_vars(Claim) /\ WF_vars(Recover)
  /\ WF_vars(\E a \in attempts : Goes(a))
  /\ \A s \in Senders :
       WF_vars(Send(s)) /\ WF_vars(Mark(s)) /\ WF_vars(MarkReads(s)) /\ WF_vars(MarkWrites(s)) /\ WF_vars(Sweep(s))

FairSpec == Spec /\ Fair

-----------------------------------------------------------------------------
\* A wait takes one signal.
TakesOne == Cardinality({s \in Senders : signal[s] = "taken"}) <= 1

\* A signal that was taken is recorded, or will be.
NoneLost == (\E s \in Senders : signal[s] = "taken") => (wait = "received" \/ \E a \in attempts : a.at = "took")

\* A mark does not take the lease from the attempt that has it.
LeaseStays == row.status = "executing" => row.version = row.lease

\* The task goes on at last.  The checks are without the move "time".
Received == <>(row.status = "completed")

Alike == Permutations(Senders)
=============================================================================
