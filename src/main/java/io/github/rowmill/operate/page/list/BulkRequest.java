package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.feature.job.NewJob;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.page.Bulk;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.RetryForm;
import io.github.rowmill.operate.page.Search;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.QueryParam;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to act on many tasks.
 *
 * @param ids the selected tasks; if empty, all tasks that the query finds
 * @param q the query that found the tasks
 * @param reason the reason; null if none was given
 * @param spread time over which the tasks become due again; null if they are due at once
 * @param options the changes that a retry makes to the tasks
 * @param isMended whether the user wants such changes
 */
record BulkRequest(
        Bulk bulk,
        List<Long> ids,
        String q,
        @Nullable String reason,
        @Nullable Duration spread,
        RetryOptions options,
        boolean isMended) {

    /** Most selected tasks. A page of the list has fewer. */
    private static final int MAX_IDS = 200;

    /** Returns the path of the list from which the request came. */
    public String back() {
        return q.isEmpty() ? "tasks" : "tasks?q=" + Search.encoded(q);
    }

    /** Returns a copy with the user's answers to the question. */
    private BulkRequest answered(@Nullable String why, @Nullable Long seconds, RetryOptions changes) {
        String known = why == null || why.isBlank() ? null : why.strip();
        Duration time = seconds == null || seconds == 0 ? null : Duration.ofSeconds(seconds);
        if ((known != null && !NewJob.canBeReason(known))
                || (time != null && !NewJob.canSpread(bulk.action(), time))
                || !NewJob.canChange(bulk.action(), changes)) {
            throw new BadRequestException();
        }
        return new BulkRequest(bulk, ids, q, known, time, changes, !changes.isEmpty());
    }

    /** Returns the job on all tasks that the query finds, or empty if the query has no terms. */
    Optional<NewJob> job() {
        TaskFilter filter = PageRequest.filter(q);
        return filter.terms().isEmpty()
                ? Optional.empty()
                : Optional.of(new NewJob(bulk.action(), q, filter, reason, spread, options));
    }

    private static BulkRequest of(
            @Nullable String action, List<Long> ids, @Nullable String all, @Nullable String q, boolean isMended) {
        BulkAction known = BulkAction.find(String.valueOf(action)).orElseThrow(BadRequestException::new);
        boolean isOfAll = Boolean.parseBoolean(all);
        if (ids.size() > MAX_IDS || (ids.isEmpty() && !isOfAll)) {
            throw new BadRequestException();
        }
        List<Long> chosen = isOfAll ? List.of() : List.copyOf(ids);
        return new BulkRequest(
                ConfirmedAction.bulk(known), chosen, q == null ? "" : q, null, null, RetryOptions.NONE, isMended);
    }

    /** The request as parameters of an address. */
    public static final class Query {

        @QueryParam("do")
        @Nullable
        String action;

        @QueryParam("id")
        List<Long> ids = List.of();

        @QueryParam("all")
        @Nullable
        String all;

        @QueryParam("q")
        @Nullable
        String q;

        @QueryParam("mend")
        boolean isMended;

        BulkRequest request() {
            return of(action, ids, all, q, isMended);
        }
    }

    /** The request as fields of a form. */
    public static final class Form extends RetryForm {

        @FormParam("do")
        @Nullable
        String action;

        @FormParam("id")
        List<Long> ids = List.of();

        @FormParam("all")
        @Nullable
        String all;

        @FormParam("q")
        @Nullable
        String q;

        @FormParam("reason")
        @Nullable
        String reason;

        @FormParam("spread")
        @Nullable
        Long spread;

        BulkRequest request() {
            return of(action, ids, all, q, false).answered(reason, spread, options());
        }
    }
}
