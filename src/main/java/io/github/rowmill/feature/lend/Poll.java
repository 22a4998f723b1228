package io.github.rowmill.feature.lend;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A call of a remote worker that waits for tasks. It holds no thread. */
public final class Poll {

    private final RemoteWorker worker;
    private final ClaimRequest request;
    private final long until;
    private boolean isNew = true;
    private final CompletableFuture<List<Loan>> answer = new CompletableFuture<>();

    Poll(RemoteWorker worker, ClaimRequest request, long until) {
        this.worker = worker;
        this.request = request;
        this.until = until;
    }

    RemoteWorker worker() {
        return worker;
    }

    ClaimRequest request() {
        return request;
    }

    /** Returns whether no claim was made for it yet. For use by the thread that claims. */
    boolean isNew() {
        return isNew;
    }

    void wasServed() {
        isNew = false;
    }

    /** Returns the moment, by the node's ticker, at which it is answered without a task. */
    long until() {
        return until;
    }

    /** Returns the tasks, or none if no task was due in time or the node stops. */
    public CompletionStage<List<Loan>> answer() {
        return answer;
    }

    boolean isAnswered() {
        return answer.isDone();
    }

    /** Answers the call. Returns false if it was answered or is gone. */
    boolean answer(List<Loan> loans) {
        return answer.complete(loans);
    }

    /** Answers the call with a failure, if it is not answered. */
    void fail(RuntimeException why) {
        answer.completeExceptionally(why);
    }

    /** Returns the tasks of the answer. */
    List<Loan> given() {
        return answer.isCompletedExceptionally() ? List.of() : answer.getNow(List.of());
    }
}
