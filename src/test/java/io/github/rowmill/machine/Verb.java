package io.github.rowmill.machine;

import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The verbs that write a row. Each one defines whether it waits for a locked row, which rows it wants, and what it
 * makes of them.
 */
enum Verb {
    CLAIM(false, row -> row.isClaimable(false), row -> row.become(TaskStatus.EXECUTING)) {
        @Override
        boolean act(Service service, Target target) {
            List<Claimed> claimed = service.claim("default", Set.of("noop"), 10);
            return !claimed.isEmpty();
        }
    },
    CLAIM_AFTER(false, row -> row.isClaimable(false), row -> row.become(TaskStatus.EXECUTING)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.claimAfter(Bookmark.first("default", "noop"), Set.of("noop"), 10)
                    .isEmpty();
        }
    },
    // A claim of rows that another transaction sees happens only in tests.
    CLAIM_NEW(true, Shape::isNew, row -> row.become(TaskStatus.EXECUTING)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.claimNew("default", List.of(target.id())).isEmpty();
        }
    },
    CLAIM_QUARANTINED(false, row -> row.isClaimable(true), row -> row.become(TaskStatus.EXECUTING)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.claimQuarantined(Set.of("default"), Set.of("noop")).isEmpty();
        }
    },
    CLAIM_BY_TURN(false, Shape::isWaiting, row -> row.become(TaskStatus.EXECUTING)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.claim("turns", Set.of("noop"), 10).isEmpty();
        }
    },
    RENEW(false, Shape::held, Shape::renewed) {
        @Override
        boolean act(Service service, Target target) {
            return !service.renew(List.of(target.lease())).isEmpty();
        }
    },
    VERDICT(true, Shape::held, row -> row.become(TaskStatus.COMPLETED)) {
        @Override
        boolean act(Service service, Target target) {
            return service.complete(target.lease(), Ending.COMMIT);
        }
    },
    BATCHED_SUCCESSES(false, Shape::held, row -> row.become(TaskStatus.COMPLETED)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.completeAll(List.of(target.lease())).isEmpty();
        }
    },
    BATCHED_FAILURES(false, Shape::held, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            Verdict failure = new Verdict.Retried(target.lease(), Duration.ZERO, "failed", null);
            return !service.settleAll(List.of(failure)).isEmpty();
        }
    },
    RELEASE(true, Shape::held, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            return service.settle(new Verdict.Released(target.lease()), Ending.COMMIT);
        }
    },
    BATCHED_RETURNS(false, Shape::held, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.settleAll(List.of(new Verdict.Unbegun(target.lease())))
                    .isEmpty();
        }
    },
    SUSPEND(false, Shape::held, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            Verdict sleeps = new Verdict.Suspended(target.lease(), Duration.ZERO, Ruling.SIGNAL);
            return !service.settleAll(List.of(sleeps)).isEmpty();
        }
    },
    MARK(false, Shape::isLive, UnaryOperator.identity()) {
        @Override
        boolean act(Service service, Target target) {
            return service.mark(target.id());
        }
    },
    SNOOZE(true, Shape::held, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            return service.settle(new Verdict.Snoozed(target.lease(), Duration.ZERO), Ending.COMMIT);
        }
    },
    CANCEL(true, Shape::isLive, row -> row.become(TaskStatus.CANCELLED)) {
        @Override
        boolean act(Service service, Target target) {
            return isDone(service::cancel, target);
        }
    },
    RECOVER(false, Shape::expired, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            return !service.recover(10).isEmpty();
        }
    },
    TRIM(false, Shape::old, Shape::gone) {
        @Override
        boolean act(Service service, Target target) {
            return service.trim(target.shape().status()) > 0;
        }
    },
    RETRY(true, Shape::isRetriable, row -> row.become(TaskStatus.QUEUED)) {
        @Override
        boolean act(Service service, Target target) {
            return isDone(service::retry, target);
        }
    };

    private final boolean waits;
    private final Predicate<Shape> wants;
    private final UnaryOperator<Shape> makes;

    Verb(boolean waits, Predicate<Shape> wants, UnaryOperator<Shape> makes) {
        this.waits = waits;
        this.wants = wants;
        this.makes = makes;
    }

    /** A row, and its first shape. */
    record Target(long id, Shape shape) {

        Lease lease() {
            return new Lease(id, shape.held() || shape.elsewhere() ? Shape.FIRST : Shape.FIRST - 1);
        }
    }

    /**
     * Returns whether the verb waits for another transaction's lock on a row that it wants. If not, it passes over such
     * a row.
     */
    boolean waits() {
        return waits;
    }

    boolean wants(Shape row) {
        return wants.test(row);
    }

    Shape makes(Shape row) {
        return makes.apply(row);
    }

    /** Runs the verb in a transaction of its own. Returns true if it wrote the row. */
    abstract boolean act(Service service, Target target);

    private static boolean isDone(Consumer<Long> verb, Target target) {
        try {
            verb.accept(target.id());
            return true;
        } catch (RowmillException refused) {
            return false;
        }
    }
}
