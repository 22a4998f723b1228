package org.acme;

import static io.github.rowmill.testing.TaskAssertions.assertThat;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class UniqueTest {

    @Inject
    Site site;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    @Test
    void threeSavesAreIndexedOnceWithTheLastText() {
        site.save("home", "one");
        site.save("home", "two");
        site.save("home", "three");

        assertThat(mill.tasks())
                .hasEnqueued("index-page")
                .withPayload(new Site.Page("home", "three"))
                .once();

        mill.pass(Site.QUIET);
        mill.drain();
        assertThat(mill.tasks())
                .hasEnqueued("index-page")
                .withStatus(TaskStatus.COMPLETED)
                .once();
    }

    @Test
    void readersGetOneMailAnHour() {
        site.save("home", "one");
        mill.drain();
        site.save("home", "two");
        assertThat(mill.tasks()).hasEnqueued("mail-readers").once();

        mill.pass(Duration.ofHours(1));
        site.save("home", "three");

        assertThat(mill.tasks()).hasEnqueued("mail-readers").times(2);
    }
}
