package io.github.rowmill.feature.lend;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Groups;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DueWorkTest {

    private static final Group PLAIN = new Group("encode", 0, 0);

    private final DueWork found =
            DueWork.of(Map.of("media", List.of(PLAIN)), List.of(suspect("encode"), suspect("decode")));

    private static Groups.Seen suspect(String type) {
        return new Groups.Seen("media", new Group(type, 0, 2), Instant.EPOCH, Duration.ZERO);
    }

    @Test
    void aTaskThatCannotStartIsNotTriedAgain() {
        found.noneStarts("media", Set.of("encode", "other"));

        assertThat(found.quarantined("media", Set.of("encode"))).isEmpty();
        assertThat(found.quarantined("media", Set.of("encode", "decode"))).containsExactly(suspect("decode"));
        assertThat(found.queues()).containsExactly("media");
    }

    @Test
    void aLaterLookAtSomeQueuesHasTheSameQuarantinedTasks() {
        DueWork later = found.then(Map.of());

        later.noneStarts("media", Set.of("encode"));

        assertThat(later.queues()).isEmpty();
        assertThat(later.quarantinedQueues()).containsExactly("media");
        assertThat(found.then(Map.of()).quarantined("media", Set.of("encode"))).isEmpty();
    }
}
