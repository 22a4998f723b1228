package io.github.rowmill.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogQuotaTest {

    private long now;

    private final LogQuota quota = new LogQuota(new Ticker() {
        @Override
        public long nanos() {
            return now;
        }
    });

    private final List<String> log = new ArrayList<>();

    @Test
    void manyMessagesOfOneKindAreCutAndCounted() {
        storm("gave up", 1000);
        assertThat(log).hasSize(50);

        now += Duration.ofSeconds(61).toNanos();
        storm("gave up", 1);

        assertThat(log).hasSize(52).endsWith("950 left out", "gave up");
    }

    @Test
    void manyMessagesOfOneKindLeaveRoomForOtherKinds() {
        storm("gave up", 1000);

        storm("stale", 1);

        assertThat(log).endsWith("stale");
    }

    @Test
    void aSpanWithoutLossLogsNoCount() {
        storm("gave up", 50);
        now += Duration.ofMinutes(2).toNanos();

        storm("gave up", 1);

        assertThat(log).hasSize(51).containsOnly("gave up");
    }

    private void storm(String kind, int lines) {
        for (int i = 0; i < lines; i++) {
            quota.write(kind, () -> log.add(kind), left -> log.add(left + " left out"));
        }
    }
}
