package io.github.rowmill.model;

import java.util.List;

/**
 * A configuration of a model, and the result that its check must have.
 * @param configuration the name of its file; {@code lanes} has those of limits, order and lanes, {@code flow} those
 *     of flows, {@code signal} those of signals, {@code step} those of steps
 * @param outcome {@link TlcReport#NO_ERROR}, or the one property that must be violated; {@link TlcReport#TEMPORAL}
 *     for a property about an event that must finally happen
 * @param states the least number of distinct states of a whole state space, or the number of states of a
 *     counterexample. A counterexample of a temporal property may have another number
 */
record Check(String configuration, String outcome, long states, String sentence) {

    private static final String ALL = """
            Transactional             | no error           | 100000 | a transactional handler's writes and its verdict happen once, or not at all
            Batched                   | no error           |  20000 | batched verdicts are recorded once, and a node that lost their answer finds out
            Everything                | no error           | 190000 | a task survives every fault and every verb of an admin
            NotKept                   | no error           |  30000 | a task whose row is deleted by its verdict is done once
            AtCommit                  | no error           |  33000 | what is claimed by the commit that enqueues it keeps every promise
            Failover                  | no error           |  36000 | after a failover that loses claims, a verdict is recorded for no other node's attempt
            Drain                     | no error           |  13000 | a node that is told to stop leaves no lease behind
            Stubborn                  | no error           |  11000 | so it does while a handler runs that never returns, and counts no attempt
            Renewals                  | no error           |   9000 | two lost renewals in a row cost no lease
            Poison                    | no error           |   7000 | a poison pill dies, and takes no neighbour with it
            TwoPoisons                | no error           |  12000 | two poison pills die, and take no neighbour with them
            Lookahead                | no error           | 270000 | tasks that wait in hand, behind lost workers too, keep every promise
            LostWorkers               | no error           |   2000 | what waits behind lost workers ends on another node
            Exits                     | no error           |   4000 | a task that ends its node by System.exit dies of it, and takes no neighbour with it
            Ends                      | no error           |  35000 | every task ends, whatever goes wrong
            PoisonEnds                | no error           |   1000 | a poison pill ends, and so does its neighbour
            WrongFenceById            | EffectOnce         |      7 | verdicts by id alone let the writes of two attempts happen
            WrongFenceByIdBatched     | OneVerdictPerLease |      5 | verdicts by id alone are recorded for attempts that have ended
            WrongFenceByStatus        | OwnVerdict         |      6 | verdicts by id and status decide the successor's attempt
            WrongFenceByStatusBatched | OwnVerdict         |      7 | batched verdicts by id and status decide the successor's attempt
            WrongFenceByVersion       | OwnVerdict         |      6 | after a failover, verdicts by id and version decide another node's attempt
            WrongRenewalRaises        | LiveOwnerCanSettle |      4 | a renewal that raises the version locks out the live owner
            WrongNoQuarantine         | InnocentNeverDies  |     35 | without quarantine a poison pill takes its neighbour with it
            WrongThreeRenewals        | RenewedInTime      |      7 | of three renewals a lease, two in a row may not be lost
            WrongKeepsWaiting         | temporal property  |      8 | what waits behind lost workers and is renewed for ever runs nowhere
            WrongRoomBehindLost       | NoClaimBehindTheLost |    5 | a node that counts lost workers as free claims what it cannot run
            WrongDrainReleases        | ExitsAreCounted    |      6 | a drain that gives back what still runs counts no kill
            WrongStartsEarly          | HeldWasEnqueued    |      2 | what starts before its commit may run, and never have been enqueued
            LimitOverlap              | NoOverlap          |      5 | a task may run on two threads at a time
            LimitFewAttempts          | InnocentNeverDies  |     14 | a task of two attempts may be killed twice by a neighbour
            LimitLossIsAnothers       | LossIsAnothers     |      5 | a failure that is called stale may be on record
            LimitGoneIsMine           | GoneIsMine         |      7 | a row that is gone may have been deleted by another's success
            LimitSameNode             | OwnVerdict         |      6 | after a failover, a node that claims a row again may settle that by its former attempt
            LimitFailoverWin          | NoFalseWin         |      6 | after a failover, a success may be taken for one's own that was another's
            LimitLastWorker           | temporal property  |      8 | a task whose only node has lost all its workers waits for that node's next start
            lanes/One                 | no error           |  78000 | of a key with a limit of one, one task executes at a time
            lanes/OneRetried          | no error           | 140000 | so it does if attempts fail
            lanes/Two                 | no error           |  12000 | of a key with a limit of two, two tasks execute at a time
            lanes/TwoKeys             | no error           | 250000 | two keys keep their limits, and neither loses its lane
            lanes/Lanes               | no error           |  66000 | whoever a claim has set aside is behind a lane
            lanes/Ordered             | no error           | 940000 | tasks of an ordered key begin one after the other, failed attempts included
            lanes/OrderedCancelled    | no error           |  71000 | so they do if some are cancelled, and nodes die
            lanes/DeadHolds           | no error           |  49000 | where a dead task holds its key, nobody behind it begins
            lanes/Ends                | no error           |   4100 | every task of a limited key ends, whichever hint is lost
            lanes/OrderedEnds         | no error           |  39000 | every task of an ordered key ends, whichever hint is lost
            lanes/RulesCome           | no error           | 830000 | a limit that comes while a claim is open that saw none lets no claim exceed it
            lanes/RulesGo             | no error           |   5200 | every task ends, also if the rules go for which it was set aside
            lanes/WrongReadsBeforeLock | LimitKept         |      9 | what is read before the lock lets more execute than the limit
            lanes/WrongReadsTwice     | InOrder            |     12 | between two statements of a claim, a verdict lets the second task overtake the first
            lanes/WrongOrderByLease   | InOrder            |     10 | a task that waits for its next attempt is overtaken, if a lease is what holds a turn
            lanes/WrongDropsLanes     | WaitersHaveALane   |     11 | a verdict that deletes a lane forgets who has come to wait there meanwhile
            lanes/WrongNeverLooksAgain | temporal property |      9 | without a second look, a hint that is lost is a task that is forgotten
            lanes/WrongNoSweep        | temporal property  |      4 | without a sweep, tasks set aside at their enqueue are forgotten with the first of them
            lanes/WrongForgetsOpenClaims | LimitKept       |      9 | a list that is made while a claim is open lets more execute than the limit
            lanes/WrongLeavesStrays   | temporal property  |     13 | tasks that wait where no rules are any more are forgotten
            flow/Completed      | no error           | 540000 | a part starts once, and not before all tasks have completed
            flow/Ended          | no error           | 490000 | so does a part that only needs their ends
            flow/OldNodes       | no error           |  22000 | so it does beside nodes of an older version
            flow/Deleted        | no error           |  83000 | so it does if rows are deleted
            flow/Three          | no error           |  34000 | so it does after three tasks
            flow/NotForgotten   | no error           |   3400 | a part starts at last, whichever node dies
            flow/NotForgottenRetried | no error      |    900 | so it does after a retry
            flow/NotForgottenAdded | no error        |   2200 | so it does after a task that was added
            flow/NotForgottenEnded | no error        |   1300 | so it does if it only needs the ends, and rows are deleted
            flow/NotForgottenSwept | no error        |   1900 | the sweep alone is enough while no row is deleted
            flow/WrongNoMark    | temporal property  |      4 | a part that watches a row without a mark is forgotten
            flow/WrongNoSweep   | temporal property  |      5 | without a sweep, the last end of a node that dies is forgotten
            flow/WrongLooksBeforeCommit | temporal property | 11 | two ends that look before they commit do not see each other
            flow/WrongUnmarksFirst | temporal property |    7 | a mark that is removed too soon is one that no sweep finds
            flow/WrongUnmarksHeldLater | temporal property | 10 | a mark that is removed without the lock may be that of a retry
            flow/WrongRetriesWithoutMark | temporal property | 9 | the end of a retried task is forgotten if its row has no mark
            flow/WrongAddsWithoutShare | NotEarly    |      8 | a task that is added without a share comes after the start
            flow/WrongTrustsWhatItSaw | NotEarly     |     10 | a look that does not ask again misses a retry
            flow/WrongCounts    | NotEarly           |      6 | a counter counts an end twice if a node dies
            signal/Taken        | no error           | 220000 | a wait takes one signal and records it, whichever node dies
            signal/Received     | no error           |   6400 | a task that waits goes on at last
            signal/ReceivedAfterDeaths | no error           |   3800 | so it does after more deaths
            signal/WrongSleepsBlindly | temporal property  |      8 | a verdict that does not read the mark sleeps beside a signal
            signal/WrongMarksWhatItRead | temporal property  |      8 | a node that acts on what it has read misses the verdict
            signal/WrongNoSweep | temporal property  |      8 | without a sweep, the signal of a node that dies is forgotten
            signal/WrongDoesNotLookFirst | temporal property  |     13 | an attempt that does not look sleeps beside an earlier signal
            signal/WrongRaisesVersion | LeaseStays         |      4 | a mark that raises the version locks out the live owner
            signal/WrongTakesThenRecords | NoneLost           |      6 | a signal that is taken first and recorded later is lost
            signal/WrongNoLock  | TakesOne           |     10 | two attempts take a signal each for one wait, if its row is not locked
            step/Recorded       | no error           | 650000 | what is recorded is not done again, and all attempts see the same value
            step/Trimmed        | no error           | 690000 | a late attempt writes nothing after the records were deleted
            step/Ended          | no error           |  52000 | a task with steps ends at last, whichever node dies
            step/WrongDoesNotRead | NotRepeated      |     10 | an attempt that does not read the records does a step again
            step/WrongNoFence   | TurnsOnce          |     19 | a late attempt writes again after the records were deleted
            step/WrongOverwrites | SameValue         |     12 | a late attempt replaces the value that its successor goes on with
            step/WrongKeepsItsOwn | SameValue        |     12 | an attempt whose record was refused goes on with a value that no other sees
            step/WrongAnyTurn   | TurnsOnce          |     17 | two attempts write the same turn, if its number is not compared
            step/WrongRecordsFirst | RecordIsTrue    |     10 | a turn that is recorded first may never be written
            step/WrongRecordsLater | TurnsOnce       |     17 | a turn that is recorded later is written twice
            step/WrongTrimsAtOnce | TurnsOnce        |     19 | a statement that has read the lease writes again after a trim
            """;

    static List<Check> all() {
        return ALL.lines().map(Check::of).toList();
    }

    private static Check of(String row) {
        String[] cells = row.split("\\|");
        return new Check(cells[0].strip(), cells[1].strip(), Long.parseLong(cells[2].strip()), cells[3].strip());
    }

    boolean isOfTheDesign() {
        return outcome.equals(TlcReport.NO_ERROR);
    }

    /** Returns the name of the test. */
    @Override
    public String toString() {
        return configuration + ": " + sentence;
    }
}
