package io.github.rowmill.operate.http.caller;

import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;

/** Sends the browser of a user the login challenge of the application's own security. */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class Challenge {

    private final Instance<HttpAuthenticator> authenticator;
    private final CurrentVertxRequest request;

    Challenge(Instance<HttpAuthenticator> authenticator, CurrentVertxRequest request) {
        this.authenticator = authenticator;
        this.request = request;
    }

    /**
     * Adds the challenge to an answer: a header for the browser, or a redirect to another page. If the application
     * has no security of its own, the answer stays as it is.
     */
    public void ask(Response.ResponseBuilder answer) {
        if (!authenticator.isResolvable()) {
            return;
        }
        var challenge =
                authenticator.get().getChallenge(request.getCurrent()).await().indefinitely();
        if (challenge != null) {
            answer.status(challenge.status);
            challenge.getHeaders().forEach((name, value) -> answer.header(name.toString(), value));
        }
    }
}
