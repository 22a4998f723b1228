package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody and a viewer do their worst, and others are served. {@code HostileRun} measures how well. */
@QuarkusTest
@TestProfile(HostileTest.Alone.class)
@Timeout(300)
class HostileTest {

    /** In an application of its own: after so many wrong passwords, others wait at this address. */
    public static class Alone extends Guarded {}

    @TestHTTPResource("/")
    URI root;

    @Test
    void othersAreServedMeanwhile() throws Exception {
        HonestCaller honest = new HonestCaller(root);
        honest.enqueue(20);
        try (HostileCallers hostile = HostileCallers.begin(root)) {
            HonestCaller.Figures figures = honest.enqueue(100);

            assertThat(figures.failed()).as(figures.toString()).isZero();
            assertThat(figures.unready()).as(figures.toString()).isZero();
            assertThat(hostile.requests()).isPositive();
        }
    }
}
