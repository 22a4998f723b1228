package io.github.rowmill.operate.http.job;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.feature.job.NewJob;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.http.json.RetryJson;
import java.time.Duration;
import java.util.List;

/** Reads a job to begin. */
final class NewJobReader {

    private NewJobReader() {}

    /** @throws ProblemException if a field is invalid */
    static NewJob read(NewJobJson asked) {
        BulkAction action = BulkAction.find(String.valueOf(asked.action()))
                .orElseThrow(() -> refusal("action", "must be one of " + String.join(", ", BulkAction.words())));
        String query = query(asked);
        String reason = asked.reason();
        if (reason != null && !NewJob.canBeReason(reason)) {
            throw refusal("reason", "must be text of at most %s characters".formatted(NewJob.MAX_REASON));
        }
        Duration spread = asked.spread();
        if (spread != null && !NewJob.canSpread(action, spread)) {
            throw refusal("spread", "is only for a retry, and must be from 1s to 1d");
        }
        RetryOptions options = RetryJson.options(asked.patch(), asked.attempts());
        if (!NewJob.canChange(action, options)) {
            throw refusal(options.patch() == null ? "attempts" : "patch", "is only for a retry");
        }
        return new NewJob(action, query, PageRequest.filter(query), reason, spread, options);
    }

    /**
     * Returns the query of the job. An empty query is refused, as a job on all tasks is rarely meant. A caller who
     * means all tasks can send a query such as {@code created<0s}.
     */
    private static String query(NewJobJson asked) {
        if (PageRequest.filter(asked.q()).terms().isEmpty()) {
            throw refusal("q", "is empty and would find all tasks; give at least one term, such as status:dead");
        }
        return String.valueOf(asked.q());
    }

    private static ProblemException refusal(String field, String message) {
        return ProblemException.of(List.of(new Violation(field, message)));
    }
}
