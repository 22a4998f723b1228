-------------------------------- MODULE Flow --------------------------------
(***************************************************************************)
(* A part of a flow that comes after the tasks of other parts.  It starts  *)
(* once, it does not start before the last of them has ended, and it is    *)
(* never forgotten.  ../README.md lists the checks.                        *)
(*                                                                         *)
(* The part watches one task that has not ended.  The row of that task is  *)
(* marked.  A node that ends a marked task looks at the flow after its     *)
(* commit.  Under the lock of the flow it finds another task to watch, or  *)
(* it reads all tasks and starts the part.  If the node dies before that,  *)
(* a sweep finds the mark on the ended row.  A look has several            *)
(* statements.  Each has its own snapshot, and others commit in between.   *)
(*                                                                         *)
(* Left out: the fence of a verdict (Rowmill.tla has it: here a task ends  *)
(* once), parts behind this one, about which the same look decides, and    *)
(* the number of tasks that one look starts.                               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Nodes,
  First,   \* tasks from the beginning
  More,    \* tasks that others add
  Needs,   \* "completed": all tasks must complete; "ended": they must end
  Retries, \* how often users retry a dead task
  Deaths,  \* how often a node dies
  Drifts,  \* TRUE: nodes look for parts that watch a task that is gone or has no mark
  Moves,   \* what else may happen, see AllMoves
  Flaws    \* wrong designs, see AllFlaws

AllMoves == {
  "delete",  \* rows of completed tasks are deleted
  "old"}     \* nodes of an older version end tasks, and look at nothing

AllFlaws == {
  "no mark",              \* a part watches a task whose row is not marked
  "looks before commit",  \* the transaction that ends a task looks, and commits later
  "no sweep",             \* no node looks for marks on rows that have ended
  "adds without share",   \* a transaction that adds a task from outside takes no share of the flow's lock
  "unmarks first",        \* the mark is removed before the part watches another task
  "unmarks held later",   \* the mark of the task that holds the part up is removed later, without the lock
  "trusts what it saw",   \* a look does not read tasks again that had ended
  "retries without mark", \* a retry does not mark the row
  "counts"}               \* a counter, which each look at an end decreases, in place of marks

ASSUME Moves \subseteq AllMoves /\ Flaws \subseteq AllFlaws

Tasks == First \cup More
Nobody == "nobody"
Idle == [at |-> "idle"]
AnyOf(tasks) == CHOOSE t \in tasks : TRUE

VARIABLES
  status, \* of each task: none, live, completed, dead or gone
  marked, \* tasks whose rows are marked
  part,   \* its state, and the task that it watches
  starts, \* how often the part has started
  early,  \* the part has started although a task lived, or had failed
  lock,   \* the node that holds the lock of the flow
  shares, \* tasks that are being added under a share of the lock: begun, and not committed
  hints,  \* of each node: ends at which it must still look; 0 stands for the whole flow
  look,   \* of each node: the state of its look
  seen,   \* with "trusts what it saw": tasks that a look saw ended
  ending, \* with "looks before commit": ends that have looked and not committed
  left,   \* retries and deaths that may still come
  count   \* with "counts": the counter

vars == <<status, marked, part, starts, early, lock, shares, hints, look, seen, ending, left, count>>

Live == {t \in Tasks : status[t] = "live"}
HasEnded(t) == status[t] \in {"completed", "dead", "gone"}
IsOpen == part.state \in {"waiting", "held"}

Init ==
  \E watched \in First :
    /\ status = [t \in Tasks |-> IF t \in First THEN "live" ELSE "none"]
    /\ marked = IF "no mark" \in Flaws THEN {} ELSE {watched}
    /\ part = [state |-> "waiting", watching |-> watched]
    /\ starts = 0 /\ early = FALSE
    /\ lock = Nobody /\ shares = {}
    /\ hints = [n \in Nodes |-> {}]
    /\ look = [n \in Nodes |-> Idle]
    /\ seen = {} /\ ending = {}
    /\ left = [retries |-> Retries, deaths |-> Deaths]
    /\ count = Cardinality(First)

Start(tasks) ==
  /\ part' = [state |-> "started", watching |-> 0]
  /\ starts' = starts + 1
  /\ early' = (early \/ \E t \in Tasks : tasks[t] = "live" \/ (Needs = "completed" /\ tasks[t] = "dead"))

-----------------------------------------------------------------------------
\* A task ends: the verdict and its commit.  The same transaction may add a task.  `knows` is FALSE for a node of an
\* older version.
End(n, t, to, knows, new) ==
  /\ "looks before commit" \notin Flaws
  /\ status[t] = "live"
  /\ new \subseteq {x \in More : status[x] = "none" /\ x \notin shares}
  /\ status' = [x \in Tasks |-> IF x = t THEN to ELSE IF x \in new THEN "live" ELSE status[x]]
  /\ hints' = IF knows /\ (t \in marked \/ "counts" \in Flaws) THEN [hints EXCEPT ![n] = @ \cup {t}] ELSE hints
  /\ count' = count + Cardinality(new)
  /\ UNCHANGED <<marked, part, starts, early, lock, shares, look, seen, ending, left>>

\* Wrong: the transaction looks at committed rows and at its own row, and commits later.
EndLooks(t) ==
  /\ "looks before commit" \in Flaws
  /\ status[t] = "live" /\ t \notin {e.task : e \in ending}
  /\ ending' = ending \cup {[task |-> t, isLast |-> Live = {t}]}
  /\ UNCHANGED <<status, marked, part, starts, early, lock, shares, hints, look, seen, left, count>>

EndCommits(e) ==
  /\ e \in ending
  /\ ending' = ending \ {e}
  /\ status' = [status EXCEPT ![e.task] = "completed"]
  /\ IF e.isLast /\ IsOpen THEN Start(status') ELSE UNCHANGED <<part, starts, early>>
  /\ UNCHANGED <<marked, lock, shares, hints, look, seen, left, count>>

-----------------------------------------------------------------------------
\* The look.  It begins with the lock, unless no part waits for these ends.
Lock(n) ==
  /\ look[n] = Idle /\ hints[n] # {} /\ lock = Nobody /\ shares = {}
  /\ marked' = IF "unmarks first" \in Flaws THEN marked \ {t \in hints[n] \ {0} : status[t] # "live"} ELSE marked
  /\ hints' = [hints EXCEPT ![n] = {}]
  /\ IF IsOpen /\ (part.watching \in hints[n] \/ 0 \in hints[n] \/ "counts" \in Flaws)
     THEN lock' = n /\ look' = [look EXCEPT ![n] = [at |-> "find", ended |-> hints[n]]]
     ELSE look' = [look EXCEPT ![n] = [at |-> "unmark", ended |-> hints[n]]] /\ UNCHANGED lock
  /\ UNCHANGED <<status, part, starts, early, shares, seen, ending, left, count>>

\* Finds any live task.  If it finds none, one snapshot has read all tasks.
Find(n) ==
  /\ look[n].at = "find" /\ "counts" \notin Flaws
  /\ LET found == IF "trusts what it saw" \in Flaws THEN Live \ seen ELSE Live
     IN \/ \E t \in found : look' = [look EXCEPT ![n] = [@ EXCEPT !.at = "watch"] @@ [task |-> t]]
        \/ /\ found = {}
           /\ look' = [look EXCEPT ![n] = [@ EXCEPT !.at = "decide"] @@ [failed |-> {t \in Tasks : status[t] = "dead"}]]
  /\ seen' = seen \cup {t \in Tasks : HasEnded(t)}
  /\ UNCHANGED <<status, marked, part, starts, early, lock, shares, hints, ending, left, count>>

\* Marks the row if its task still lives.  The same transaction writes which task the part watches.
Watch(n) ==
  /\ look[n].at = "watch"
  /\ LET t == look[n].task
     IN IF "no mark" \notin Flaws /\ status[t] # "live"
        THEN /\ look' = [look EXCEPT ![n] = [at |-> "find", ended |-> @.ended]]
             /\ UNCHANGED <<marked, part, lock>>
        ELSE /\ marked' = IF "no mark" \in Flaws THEN marked ELSE marked \cup {t}
             /\ part' = [state |-> "waiting", watching |-> t]
             /\ lock' = Nobody
             /\ look' = [look EXCEPT ![n] = [at |-> "unmark", ended |-> @.ended]]
  /\ UNCHANGED <<status, starts, early, shares, hints, seen, ending, left, count>>

Decide(n) ==
  /\ look[n].at = "decide"
  /\ IF Needs = "completed" /\ look[n].failed # {}
     THEN LET t == AnyOf(look[n].failed)
          IN /\ part' = [state |-> "held", watching |-> t]
             /\ marked' = IF "unmarks held later" \in Flaws THEN marked ELSE marked \ {t}
             /\ UNCHANGED <<starts, early>>
     ELSE Start(status) /\ UNCHANGED marked
  /\ lock' = Nobody
  /\ look' = [look EXCEPT ![n] = [at |-> "unmark", ended |-> @.ended]]
  /\ UNCHANGED <<status, shares, hints, seen, ending, left, count>>

CountDown(n) ==
  /\ look[n].at = "find" /\ "counts" \in Flaws
  /\ count' = count - Cardinality(look[n].ended \ {0})
  /\ IF count' <= 0 /\ IsOpen THEN Start(status) ELSE UNCHANGED <<part, starts, early>>
  /\ lock' = Nobody
  /\ look' = [look EXCEPT ![n] = [at |-> "unmark", ended |-> @.ended]]
  /\ UNCHANGED <<status, marked, shares, hints, seen, ending, left>>

Unmark(n) ==
  /\ look[n].at = "unmark"
  /\ LET keeps == IF "unmarks held later" \in Flaws THEN part.state = "waiting" ELSE IsOpen
     IN marked' = marked \ {t \in look[n].ended \ {0} : status[t] # "live" /\ ~(keeps /\ part.watching = t)}
  /\ look' = [look EXCEPT ![n] = Idle]
  /\ UNCHANGED <<status, part, starts, early, lock, shares, hints, seen, ending, left, count>>

-----------------------------------------------------------------------------
\* A transaction that adds a task from outside takes a share of the lock before the task is visible.
AddBegins(t) ==
  /\ t \in More /\ status[t] = "none" /\ t \notin shares
  /\ ("adds without share" \in Flaws \/ lock = Nobody) /\ IsOpen
  /\ shares' = IF "adds without share" \in Flaws THEN shares ELSE shares \cup {t}
  /\ status' = IF "adds without share" \in Flaws THEN [status EXCEPT ![t] = "adding"] ELSE status
  /\ UNCHANGED <<marked, part, starts, early, lock, hints, look, seen, ending, left, count>>

AddCommits(t) ==
  /\ t \in shares \/ status[t] = "adding"
  /\ shares' = shares \ {t}
  /\ status' = [status EXCEPT ![t] = "live"]
  /\ early' = (early \/ ~IsOpen)
  /\ count' = count + 1
  /\ UNCHANGED <<marked, part, starts, lock, hints, look, seen, ending, left>>

AddAborts(t) ==
  /\ t \in shares \/ status[t] = "adding"
  /\ shares' = shares \ {t}
  /\ status' = [status EXCEPT ![t] = "none"]
  /\ UNCHANGED <<marked, part, starts, early, lock, hints, look, seen, ending, left, count>>

-----------------------------------------------------------------------------
Retry(t) ==
  /\ left.retries > 0 /\ status[t] = "dead" /\ lock = Nobody
  /\ left' = [left EXCEPT !.retries = @ - 1]
  /\ status' = [status EXCEPT ![t] = "live"]
  /\ marked' = IF "retries without mark" \in Flaws THEN marked ELSE marked \cup {t}
  /\ UNCHANGED <<part, starts, early, lock, shares, hints, look, seen, ending, count>>

Delete(t) ==
  /\ "delete" \in Moves /\ status[t] = "completed"
  /\ status' = [status EXCEPT ![t] = "gone"]
  /\ marked' = marked \ {t}
  /\ UNCHANGED <<part, starts, early, lock, shares, hints, look, seen, ending, left, count>>

Die(n) ==
  /\ left.deaths > 0 /\ (hints[n] # {} \/ look[n] # Idle)
  /\ left' = [left EXCEPT !.deaths = @ - 1]
  /\ hints' = [hints EXCEPT ![n] = {}]
  /\ look' = [look EXCEPT ![n] = Idle]
  /\ lock' = IF lock = n THEN Nobody ELSE lock
  /\ UNCHANGED <<status, marked, part, starts, early, shares, seen, ending, count>>

Sweep(n) ==
  /\ "no sweep" \notin Flaws /\ look[n] = Idle
  /\ LET found == {t \in marked : HasEnded(t)}
     IN found \ hints[n] # {} /\ hints' = [hints EXCEPT ![n] = @ \cup found]
  /\ UNCHANGED <<status, marked, part, starts, early, lock, shares, look, seen, ending, left, count>>

Drift(n) ==
  /\ Drifts /\ look[n] = Idle /\ IsOpen /\ 0 \notin hints[n]
  /\ LET t == part.watching
     IN IF part.state = "held" THEN status[t] # "dead" /\ t \notin marked ELSE status[t] = "gone" \/ t \notin marked
  /\ hints' = [hints EXCEPT ![n] = @ \cup {0}]
  /\ UNCHANGED <<status, marked, part, starts, early, lock, shares, look, seen, ending, left, count>>

-----------------------------------------------------------------------------
Next ==
  \/ \E n \in Nodes :
       \/ \E t \in Tasks, to \in {"completed", "dead"}, new \in {{}} \cup {{x} : x \in More} :
            \E knows \in IF "old" \in Moves THEN {TRUE, FALSE} ELSE {TRUE} : End(n, t, to, knows, new)
       \/ Lock(n) \/ Find(n) \/ Watch(n) \/ Decide(n) \/ CountDown(n) \/ Unmark(n)
       \/ Die(n) \/ Sweep(n) \/ Drift(n)
  \/ \E t \in Tasks : EndLooks(t) \/ AddBegins(t) \/ AddCommits(t) \/ AddAborts(t) \/ Retry(t) \/ Delete(t)
  \/ \E e \in ending : EndCommits(e)

Spec == Init /\ [][Next]_vars

Fair ==
  /\ \A n \in Nodes :
       /\ SF_vars(Lock(n)) /\ SF_vars(Sweep(n)) /\ SF_vars(Drift(n))
       /\ WF_vars(Find(n)) /\ WF_vars(Watch(n)) /\ WF_vars(Decide(n)) /\ WF_vars(CountDown(n)) /\ WF_vars(Unmark(n))
  /\ \A t \in Tasks :
       /\ WF_vars(\E n \in Nodes : End(n, t, "completed", TRUE, {}))
       /\ WF_vars(EndLooks(t)) /\ WF_vars(AddCommits(t)) /\ SF_vars(Retry(t))
  /\ WF_vars(\E e \in ending : EndCommits(e))

FairSpec == Spec /\ Fair

-----------------------------------------------------------------------------
Once == starts <= 1
NotEarly == ~early

\* If all tasks end, and none stays dead unless that is enough, the part starts.
MayStart == \A t \in Tasks : status[t] \in {"none", "completed", "gone"} \/ (Needs = "ended" /\ status[t] = "dead")
NotForgotten == <>[](MayStart => starts = 1)

Alike == Permutations(Nodes)
=============================================================================
