package io.github.rowmill.operate.page.live;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.http.Guarded;
import io.github.rowmill.operate.page.Viewer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Guarded.class)
class StreamRightsTest {

    private static final Duration JUST_SHORT = StreamRights.LONGEST.minusSeconds(1);
    private static final Duration LONG = Duration.ofHours(3);

    @Inject
    Sessions sessions;

    private Predicate<Duration> rights(Viewer viewer, @Nullable String session) {
        return new StreamRights(sessions).of(viewer, session);
    }

    private Viewer signedIn(String session) {
        return new Viewer(sessions.find(session).orElseThrow(), true);
    }

    private static String session(String name) {
        return given().redirects()
                .follow(false)
                .formParam("name", name)
                .formParam("password", name + "-secret")
                .post("/rowmill/login")
                .getCookie("rowmill-session");
    }

    @Test
    void rightsOfASessionHoldUntilItEnds() {
        String session = session("view");
        Predicate<Duration> rights = rights(signedIn(session), session);

        assertThat(rights.test(LONG)).as("while it lasts").isTrue();

        sessions.close(session);
        assertThat(rights.test(Duration.ZERO)).as("once it has ended").isFalse();
    }

    @Test
    void rightsWithoutAValidSessionHoldForALimitedTime() {
        Viewer viewer = signedIn(session("admin"));

        assertThat(rights(viewer, null).test(JUST_SHORT)).isTrue();
        assertThat(rights(viewer, null).test(StreamRights.LONGEST)).isFalse();
        assertThat(rights(viewer, "none").test(StreamRights.LONGEST)).isFalse();
    }

    @Test
    void theSessionOfAnotherUserDoesNotExtendRights() {
        String session = session("view");
        Viewer viewer = signedIn(session("admin"));

        assertThat(rights(viewer, session).test(StreamRights.LONGEST)).isFalse();
    }

    @Test
    void rightsAtAnOpenNodeDoNotEnd() {
        assertThat(rights(new Viewer(Caller.NOBODY.withAll(), false), null).test(LONG))
                .isTrue();
    }

    @Test
    void rightsThatCannotBeCheckedEndTheStream() {
        AssertSubscriber<Long> viewer = LiveResource.whileAllowed(
                        age -> {
                            throw new UnansweredException("the database does not answer", null);
                        },
                        Duration.ofMillis(1))
                .subscribe()
                .withSubscriber(AssertSubscriber.create(1));

        viewer.awaitFailure().assertFailedWith(LiveResource.Ended.class);
    }
}
