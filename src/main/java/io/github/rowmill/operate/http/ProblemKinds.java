package io.github.rowmill.operate.http;

import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.NotWaitingException;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.api.QueueFullException;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.StaleVersionException;
import io.github.rowmill.api.SubscriptionNotFoundException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.db.SearchTimeoutException;
import io.github.rowmill.feature.lend.TooManyPollsException;
import io.github.rowmill.operate.access.RateExceededException;
import io.github.rowmill.operate.access.TooManyJobsException;
import io.github.rowmill.operate.http.json.Problem.Kind;
import java.util.Map;

/** The kinds of problems that exceptions become. */
final class ProblemKinds {

    static final Map<Class<?>, Kind> ALL = Map.ofEntries(
            Map.entry(NotWaitingException.class, Kind.NOT_WAITING),
            Map.entry(StaleVersionException.class, Kind.STALE_VERSION),
            Map.entry(ScheduleNotFoundException.class, Kind.SCHEDULE_NOT_FOUND),
            Map.entry(FlowNotFoundException.class, Kind.FLOW_NOT_FOUND),
            Map.entry(FlowPassedException.class, Kind.FLOW_PASSED),
            Map.entry(TaskNotFoundException.class, Kind.TASK_NOT_FOUND),
            Map.entry(IllegalTransitionException.class, Kind.ILLEGAL_TRANSITION),
            Map.entry(PayloadTooLargeException.class, Kind.TOO_LARGE),
            Map.entry(QueueFullException.class, Kind.QUEUE_FULL),
            Map.entry(TooManyJobsException.class, Kind.TOO_MANY_JOBS),
            Map.entry(TooManyPollsException.class, Kind.TOO_MANY_CLAIMS),
            Map.entry(RateExceededException.class, Kind.RATE_EXCEEDED),
            Map.entry(SearchTimeoutException.class, Kind.SEARCH_TIMEOUT),
            Map.entry(SubscriptionNotFoundException.class, Kind.SUBSCRIPTION_NOT_FOUND));

    private ProblemKinds() {}
}
