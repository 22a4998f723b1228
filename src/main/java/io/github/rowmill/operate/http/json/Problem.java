package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An error in the form of RFC 9457.
 *
 * @param existingId the task that holds the unique key, if the error is a duplicate
 */
@RegisterForReflection(targets = {Problem.class, Violation.class})
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Schema(name = "RowmillProblem", description = "An error in the form of RFC 9457.")
public record Problem(
        @Schema(
                description = "The kind of the problem. It never changes, so programs can switch on it.",
                examples = "urn:rowmill:invalid-request")
        String type,

        @Schema(examples = "Bad Request") String title,
        @Schema(examples = "400") int status,

        @Schema(examples = "the request is invalid; violations has the reasons")
        String detail,

        @Schema(description = "The path of the request, or the id of an error in the log of the server.") @Nullable
        String instance,

        @Schema(description = "The fields and parameters that are invalid.")
        List<Violation> violations,

        @Schema(description = "Only for a duplicate. The id of the task that holds the unique key.") @Nullable
        Long existingId) {

    /** The media type. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Returns a problem with a status and a sentence alone. */
    public static Problem of(Kind kind, String detail) {
        return new Problem(kind.type(), kind.title, kind.status, detail, null, List.of(), null);
    }

    /** Returns the problem of a request with a text that PostgreSQL cannot store. */
    public static Problem ofUnstorable() {
        return of(Kind.INVALID_REQUEST, "a text of the request " + Storable.UNSTORABLE);
    }

    /** Returns the problem of an HTTP status that Rowmill has no kind for. */
    public static Problem ofStatus(int status, String title, String detail) {
        return new Problem("about:blank", title, status, detail, null, List.of(), null);
    }

    /** Returns this problem with violations of fields. */
    public Problem with(List<Violation> found) {
        return new Problem(type, title, status, detail, instance, found, existingId);
    }

    /** Returns this problem with the path of the request, or with the id under which the error was logged. */
    public Problem at(String place) {
        return new Problem(type, title, status, detail, place, violations, existingId);
    }

    /** Returns this problem with the id of the task that has the unique key. */
    public Problem existing(long id) {
        return new Problem(type, title, status, detail, instance, violations, id);
    }

    /** The kinds of problem, each with its own {@code type}. */
    public enum Kind {
        /** A field, a parameter, or the body as a whole is invalid. */
        INVALID_REQUEST("invalid-request", 400, "Bad Request"),
        /** The caller is not authenticated, or the password or token is wrong. */
        UNAUTHENTICATED("unauthenticated", 401, "Unauthorized"),
        /** The caller lacks a permission, or lacks it for this queue. */
        FORBIDDEN("forbidden", 403, "Forbidden"),
        /** A page of another site has sent the request. */
        FOREIGN_ORIGIN("foreign-origin", 403, "Forbidden"),
        /** The node is open to everyone, and the request has a host that is not the node's own. */
        FOREIGN_HOST("foreign-host", 403, "Forbidden"),
        /** The task does not exist. */
        TASK_NOT_FOUND("task-not-found", 404, "Task not found"),
        /** The schedule does not exist. */
        SCHEDULE_NOT_FOUND("schedule-not-found", 404, "Schedule not found"),
        /** The flow does not exist. */
        FLOW_NOT_FOUND("flow-not-found", 404, "Flow not found"),
        /** The topic has no subscriber of this type. */
        SUBSCRIPTION_NOT_FOUND("subscription-not-found", 404, "Subscription not found"),
        /** No failure has this signature. */
        FAILURE_NOT_FOUND("failure-not-found", 404, "Failure not found"),
        /** The job does not exist. */
        JOB_NOT_FOUND("job-not-found", 404, "Job not found"),
        /** The API is off. */
        SWITCHED_OFF("switched-off", 404, "Not Found"),
        /** Another task holds the unique key. */
        DUPLICATE("duplicate", 409, "Duplicate task"),
        /** The task's status does not allow the operation. */
        ILLEGAL_TRANSITION("illegal-transition", 409, "Illegal transition"),
        /** The state of the flow or the part does not allow the operation. */
        FLOW_PASSED("flow-passed", 409, "Flow has passed"),
        /** The task is dead or cancelled, so it has no result. */
        NO_RESULT("no-result", 409, "No result"),
        /** A constraint or a trigger of the application refuses the operation. */
        REFUSED_BY_DATABASE("refused-by-database", 409, "Refused by the database"),
        /** The task executes or has ended, and cannot be changed. */
        NOT_WAITING("not-waiting", 409, "Not waiting"),
        /** The remote worker does not hold the lease, or not any more. */
        LEASE_LOST("lease-lost", 409, "Lease lost"),
        /** The task was changed after the caller read it. */
        STALE_VERSION("stale-version", 412, "Precondition Failed"),
        /** The payload, or the body with it, is too large. */
        TOO_LARGE("too-large", 413, "Content Too Large"),
        /** This application has no handler for the type. */
        UNKNOWN_TYPE("unknown-type", 422, "Unknown task type"),
        /** The search took too long. */
        SEARCH_TIMEOUT("search-timeout", 422, "Search too slow"),
        /** The change does not name the version that it applies to. */
        VERSION_REQUIRED("version-required", 428, "Precondition Required"),
        /** The queue already has the most waiting tasks that it may have. */
        QUEUE_FULL("queue-full", 429, "Queue full"),
        /** As many jobs of the caller run as may. */
        TOO_MANY_JOBS("too-many-jobs", 429, "Too many jobs"),
        /** As many claims of the caller wait for tasks as may. */
        TOO_MANY_CLAIMS("too-many-claims", 429, "Too many claims"),
        /** As many requests of the caller wait for results as may. */
        TOO_MANY_WAITS("too-many-waits", 429, "Too many waits"),
        /** The caller enqueues faster than a caller may. */
        RATE_EXCEEDED("rate-exceeded", 429, "Rate exceeded"),
        /** A wrong password was tried too often for this name. */
        TOO_MANY_FAILURES("too-many-failures", 429, "Too Many Requests"),
        /** The server, or a service that it needs, has a fault. */
        INTERNAL("internal-error", 500, "Internal Server Error"),
        /** The database cannot be reached, or did not answer in time. */
        UNAVAILABLE("unavailable", 503, "Service Unavailable");

        private final String name;
        private final int status;
        private final String title;

        Kind(String name, int status, String title) {
            this.name = name;
            this.status = status;
            this.title = title;
        }

        /** Returns the URI in the {@code type} of problems of this kind. It never changes. */
        public String type() {
            return "urn:rowmill:" + name;
        }

        /** Returns the HTTP status of the answer. */
        public int status() {
            return status;
        }

        /** Returns the title of problems of this kind. */
        public String title() {
            return title;
        }
    }
}
