package io.github.rowmill.operate.page;

import io.github.rowmill.operate.access.DeniedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** What all answers of the page have in common. */
final class Pages {

    static final MediaType HTML = MediaType.TEXT_HTML_TYPE.withCharset("UTF-8");

    /** Nothing but the page's own stylesheet, icon and forms: a script that got into the page would not run. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private Pages() {}

    static Response answer(Response.ResponseBuilder page) {
        return page.header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-store")
                .build();
    }

    /** Who has not signed in may do so, if there is anybody who could. */
    static Response denied(DeniedException why, boolean hasUsers) {
        if (!why.isKnown() && hasUsers) {
            return answer(Response.seeOther(URI.create(Login.PATH)));
        }
        Response.Status status = why.isKnown() ? Response.Status.FORBIDDEN : Response.Status.UNAUTHORIZED;
        return answer(Response.status(status).entity(why.getMessage()).type(MediaType.TEXT_PLAIN_TYPE));
    }
}
