package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.page.Viewer;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long the rights of a stream's viewer last. A session is looked up again and again. Other credentials,
 * such as a token of the application's own security, cannot be checked while the stream is open. That stream ends
 * after a while, and the browser opens another one, which is authenticated like any request.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
class StreamRights {

    /** Longest time during which a stream may show data that its viewer may no longer see. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    private final Sessions sessions;

    StreamRights(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * Returns a check whether the rights still hold when the stream has a given age. An anonymous
     * viewer's rights always hold.
     *
     * @param session the token of the browser's cookie
     */
    Predicate<Duration> of(Viewer viewer, @Nullable String session) {
        if (!viewer.isKnown()) {
            return age -> true;
        }
        return isSession(viewer, session) ? age -> isSession(viewer, session) : age -> age.compareTo(LONGEST) < 0;
    }

    private boolean isSession(Viewer viewer, @Nullable String session) {
        return session != null
                && sessions.find(session)
                        .map(Caller::name)
                        .filter(viewer.name()::equals)
                        .isPresent();
    }
}
