package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.store.claim.Group;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenGroupsTest {

    private static final Group MAIL = new Group("mail", 0);
    private static final Group REPORT = new Group("report", 0);

    private final SeenGroups likely = new SeenGroups();

    @Test
    void aQueueThatShowsTheSameGroupThreeTimesNeedsNoLook() {
        likely.shown("default", List.of(MAIL));
        likely.shown("default", List.of(MAIL));
        assertThat(likely.alone("default")).isEmpty();

        likely.shown("default", List.of(MAIL));

        assertThat(likely.alone("default")).containsExactly(MAIL);
        assertThat(likely.alone("other")).isEmpty();
    }

    @Test
    void aQueueWithChangingGroupsNeedsALook() {
        for (int i = 0; i < 10; i++) {
            likely.shown("default", List.of(i % 2 == 0 ? MAIL : REPORT));
        }

        assertThat(likely.alone("default")).isEmpty();
        assertThat(likely.last("default")).containsExactly(REPORT);
    }

    @Test
    void aQueueWithSeveralGroupsNeedsALook() {
        for (int i = 0; i < 10; i++) {
            likely.shown("default", List.of(MAIL, REPORT));
        }

        assertThat(likely.alone("default")).isEmpty();
        assertThat(likely.last("default")).containsExactly(MAIL, REPORT);
    }

    @Test
    void anEmptyLookDoesNotChangeTheKnownGroup() {
        for (int i = 0; i < 3; i++) {
            likely.shown("default", List.of(MAIL));
            likely.shown("default", List.of());
        }

        assertThat(likely.alone("default")).containsExactly(MAIL);
    }

    @Test
    void groupsOfAtMostAThousandQueuesAreRemembered() {
        for (int i = 0; i <= 1000; i++) {
            likely.shown("queue-" + i, List.of(MAIL));
        }

        assertThat(likely.last("queue-0")).isEmpty();
        assertThat(likely.last("queue-1")).isNotEmpty();
    }
}
