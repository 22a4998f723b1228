package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.page.Viewer;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How long the rights of a stream's viewer hold. A session is looked up again and again. Who came with something else, such
 * as a token of the application's own security, cannot be asked for it while the stream is open: it ends after a while, and
 * the browser opens another, which is identified as any request is.
 */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
class StreamRights {

    /** For so long a stream may show what its viewer may not see any more. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    private final Sessions sessions;

    StreamRights(Sessions sessions) {
        this.sessions = sessions;
    }

    /** Says whether they hold still when the stream has some age; {@code session} is the token of the browser's cookie. */
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
