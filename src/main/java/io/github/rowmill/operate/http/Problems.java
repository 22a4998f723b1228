package io.github.rowmill.operate.http;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.access.RateExceededException;
import io.github.rowmill.operate.http.body.AnswerHeaders;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Printable;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Turns exceptions into problems, and problems into answers. */
@Singleton
public class Problems {

    private static final Logger LOG = Logger.getLogger(Problems.class);

    /** Challenge for a token, or for a name and a password instead. */
    private static final String CHALLENGE = "Bearer realm=\"rowmill\", Basic realm=\"rowmill\", charset=\"UTF-8\"";

    private final Json json;

    Problems(Json json) {
        this.json = json;
    }

    /** Returns the answer to a request to {@code path} that ended with an exception. */
    public Response answer(Throwable thrown, String path) {
        return answer(thrown, of(thrown, path));
    }

    /** Returns the answer to a request that ended with an exception, for which this is the problem. */
    public Response answer(Throwable thrown, Problem problem) {
        if (thrown instanceof RateExceededException exceeded) {
            return answer(problem, exceeded.retryAfterSeconds());
        }
        return thrown instanceof ProblemException refused
                ? answer(problem, refused.retryAfterSeconds())
                : answer(problem);
    }

    /**
     * Returns the problem of a request to {@code path} that ended with an exception. A fault of the server is
     * logged under the problem's instance.
     */
    public Problem of(Throwable thrown, String path) {
        Problem problem = problem(DeniedException.ofSecurity(thrown));
        if (thrown instanceof ProblemException
                || problem.status() != Response.Status.INTERNAL_SERVER_ERROR.getStatusCode()) {
            return problem.at(path);
        }
        String id = "urn:uuid:" + UUID.randomUUID();
        LOG.errorf(Printable.of(thrown), "a request failed path=%s id=%s", Printable.of(path), id);
        return problem.at(id);
    }

    /** Returns the answer to a request to {@code path} that ended with a problem. */
    public Response answer(Problem problem, String path) {
        return answer(problem.at(path));
    }

    /** Returns the answer with a problem as its body. */
    Response answer(Problem problem) {
        return answer(problem, ProblemException.RETRY_AFTER_SECONDS);
    }

    private Response answer(Problem problem, long retryAfter) {
        Response.ResponseBuilder response =
                Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(body(problem));
        if (isWorthAnotherTry(problem.status())) {
            response.header(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        if (problem.status() == Response.Status.UNAUTHORIZED.getStatusCode()) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        }
        return response.build();
    }

    private static boolean isWorthAnotherTry(int status) {
        return status == Response.Status.SERVICE_UNAVAILABLE.getStatusCode()
                || status == Response.Status.TOO_MANY_REQUESTS.getStatusCode();
    }

    /** Answers a request on a route that is no resource. */
    void answer(Problem problem, RoutingContext route) {
        AnswerHeaders.put(route.response())
                .setStatusCode(problem.status())
                .putHeader("Content-Type", Problem.MEDIA_TYPE)
                .end(body(problem.at(route.request().path())));
    }

    /** Returns the problem of an error that the platform answers with a status alone. */
    static Problem ofStatus(int status) {
        Response.Status known = Response.Status.fromStatusCode(status);
        return Problem.ofStatus(status, known == null ? "Error" : known.getReasonPhrase(), detail(status));
    }

    /** Returns the body for a problem. */
    String body(Problem problem) {
        return json.write(problem);
    }

    private static Problem problem(Throwable thrown) {
        if (thrown instanceof ProblemException refused) {
            return refused.problem();
        }
        List<Violation> violations = Violations.of(thrown);
        if (!violations.isEmpty()) {
            return ProblemException.invalid(violations);
        }
        Kind kind = ProblemKinds.ALL.get(thrown.getClass());
        if (kind != null) {
            return refusal(kind, thrown);
        }
        if (thrown instanceof DuplicateTaskException duplicate) {
            return refusal(Kind.DUPLICATE, duplicate).existing(duplicate.existingId());
        }
        if (thrown instanceof DeniedException denied) {
            return refusal(denied.isKnown() ? Kind.FORBIDDEN : Kind.UNAUTHENTICATED, denied);
        }
        if (thrown instanceof UnansweredException) {
            return refusal(Kind.UNAVAILABLE, thrown);
        }
        return unforeseen(thrown);
    }

    private static Problem refusal(Kind kind, Throwable thrown) {
        return Problem.of(kind, String.valueOf(thrown.getMessage()));
    }

    private static Problem unforeseen(Throwable thrown) {
        if (thrown instanceof WebApplicationException web) {
            return ofStatus(web.getResponse().getStatus());
        }
        if (Refusal.isOfText(thrown)) {
            return Problem.ofUnstorable();
        }
        if (Refusal.isOutage(thrown)) {
            return Problem.of(
                    Kind.UNAVAILABLE,
                    "the database cannot be reached, or has no free connection; try again later, but look first whether a change took effect");
        }
        return Refusal.ofARule(thrown)
                .map(reason -> Problem.of(Kind.REFUSED_BY_DATABASE, reason))
                .orElseGet(Problems::fault);
    }

    private static Problem fault() {
        return Problem.of(Kind.INTERNAL, "the server failed; search its log for the id in instance");
    }

    private static String detail(int status) {
        Response.Status known = Response.Status.fromStatusCode(status);
        if (known == null) {
            return "the request was refused";
        }
        return switch (known) {
            case NOT_FOUND -> "there is no resource at this path; the OpenAPI document lists all paths";
            case METHOD_NOT_ALLOWED ->
                "this path does not support the method of the request; the header Allow lists its methods";
            case NOT_ACCEPTABLE -> "the API answers application/json only";
            case UNSUPPORTED_MEDIA_TYPE -> "the API reads application/json only";
            case UNAUTHORIZED -> "the request is not authenticated";
            case FORBIDDEN -> "the caller may not do this";
            default -> "the request was refused";
        };
    }
}
