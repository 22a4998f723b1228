package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 has it.
 *
 * @param existingId of a duplicate: the task that holds the unique key
 */
@RegisterForReflection(targets = {Problem.class, Violation.class})
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Schema(name = "RowmillProblem", description = "What went wrong, as RFC 9457 has it.")
public record Problem(
        @Schema(description = "What kind of problem; stable, to switch on.", examples = "urn:rowmill:invalid-request")
        String type,

        @Schema(examples = "Bad Request") String title,
        @Schema(examples = "400") int status,

        @Schema(examples = "the request was refused; violations says why")
        String detail,

        @Schema(description = "The path, or the id under which the server logged an error.") @Nullable
        String instance,

        @Schema(description = "What is wrong, by field or parameter.")
        List<Violation> violations,

        @Schema(description = "Of a duplicate: the task that holds the unique key.") @Nullable
        Long existingId) {

    /** The media type. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** A problem that says no more than its status and a sentence. */
    public static Problem of(Kind kind, String detail) {
        return new Problem(kind.type(), kind.title, kind.status, detail, null, List.of(), null);
    }

    /** The problem of a request with a text that PostgreSQL cannot store. */
    public static Problem ofUnstorable() {
        return of(Kind.INVALID_REQUEST, "a text of the request " + Storable.UNSTORABLE);
    }

    /** A problem of an HTTP status that Rowmill has no kind for. */
    public static Problem ofStatus(int status, String title, String detail) {
        return new Problem("about:blank", title, status, detail, null, List.of(), null);
    }

    /** The same, with what is wrong by field. */
    public Problem with(List<Violation> found) {
        return new Problem(type, title, status, detail, instance, found, existingId);
    }

    /** The same, about the request to this path or the error logged under this id. */
    public Problem at(String place) {
        return new Problem(type, title, status, detail, place, violations, existingId);
    }

    /** The same, with the task that stands in the way. */
    public Problem existing(long id) {
        return new Problem(type, title, status, detail, instance, violations, id);
    }

    /** The kinds of problem, each with its own {@code type}. */
    public enum Kind {
        /** A field, a parameter or the body as a whole. */
        INVALID_REQUEST("invalid-request", 400, "Bad Request"),
        /** Nobody has signed in, or with a wrong password or token. */
        UNAUTHENTICATED("unauthenticated", 401, "Unauthorized"),
        /** The caller lacks a permission, or it for this queue. */
        FORBIDDEN("forbidden", 403, "Forbidden"),
        /** A page of another site has sent the request. */
        FOREIGN_ORIGIN("foreign-origin", 403, "Forbidden"),
        /** The node is open to everyone, and is addressed by a name that is not its own. */
        FOREIGN_HOST("foreign-host", 403, "Forbidden"),
        /** No such task. */
        TASK_NOT_FOUND("task-not-found", 404, "Task not found"),
        /** No such schedule. */
        SCHEDULE_NOT_FOUND("schedule-not-found", 404, "Schedule not found"),
        /** No failure of this signature. */
        FAILURE_NOT_FOUND("failure-not-found", 404, "Failure not found"),
        /** No such job. */
        JOB_NOT_FOUND("job-not-found", 404, "Job not found"),
        /** The API is off. */
        SWITCHED_OFF("switched-off", 404, "Not Found"),
        /** Another task holds the unique key. */
        DUPLICATE("duplicate", 409, "Duplicate task"),
        /** The task's state does not allow it. */
        ILLEGAL_TRANSITION("illegal-transition", 409, "Illegal transition"),
        /** A constraint or a trigger of the application's own refuses it. */
        REFUSED_BY_DATABASE("refused-by-database", 409, "Refused by the database"),
        /** The task executes or has ended, and cannot be changed. */
        NOT_WAITING("not-waiting", 409, "Not waiting"),
        /** Somebody changed the task since the caller read it. */
        STALE_VERSION("stale-version", 412, "Precondition Failed"),
        /** The payload, or the body that holds it. */
        TOO_LARGE("too-large", 413, "Content Too Large"),
        /** No handler in this application. */
        UNKNOWN_TYPE("unknown-type", 422, "Unknown task type"),
        /** The search took longer than one may. */
        SEARCH_TIMEOUT("search-timeout", 422, "Search too slow"),
        /** A change that does not say which version it is of. */
        VERSION_REQUIRED("version-required", 428, "Precondition Required"),
        /** As many tasks of the queue wait as may. */
        QUEUE_FULL("queue-full", 429, "Queue full"),
        /** As many jobs of the caller run as may. */
        TOO_MANY_JOBS("too-many-jobs", 429, "Too many jobs"),
        /** The caller enqueues faster than a caller may. */
        RATE_EXCEEDED("rate-exceeded", 429, "Rate exceeded"),
        /** This name was tried too often with a wrong password. */
        TOO_MANY_FAILURES("too-many-failures", 429, "Too Many Requests"),
        /** A fault of the server, or of what it needs. */
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

        /** The URI that a problem of this kind has for a type; it stays what it is. */
        public String type() {
            return "urn:rowmill:" + name;
        }

        /** The status that it is answered with. */
        public int status() {
            return status;
        }

        /** What it is called. */
        public String title() {
            return title;
        }
    }
}
