package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.bulk.BulkAction;
import io.github.rowmill.engine.bulk.NewJob;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.operate.http.PageRequest;
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
 * What is to be done to which tasks.
 *
 * @param ids empty: all that the query finds
 * @param q the query that found them
 * @param reason why; null: nobody said
 * @param spread within how long they are due again; null: at once
 * @param options what a retry changes of them
 * @param isMended whether that is what is wanted
 */
record BulkRequest(
        Bulk bulk,
        List<Long> ids,
        String q,
        @Nullable String reason,
        @Nullable Duration spread,
        RetryOptions options,
        boolean isMended) {

    /** As many as a page of the list has, and some. */
    private static final int MAX_IDS = 200;

    /** The path of the list that it came from. */
    String back() {
        return q.isEmpty() ? "tasks" : "tasks?q=" + Search.encoded(q);
    }

    /** The same with what was answered to the question. */
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

    /** The job on all tasks that the query finds; empty: it asks for nothing. */
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
        return new BulkRequest(new Bulk(known), chosen, q == null ? "" : q, null, null, RetryOptions.NONE, isMended);
    }

    /** As an address has it. */
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

    /** As a form sends it. */
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
