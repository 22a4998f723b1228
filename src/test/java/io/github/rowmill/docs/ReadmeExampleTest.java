package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class ReadmeExampleTest {

    @ApplicationScoped
    static class Reports {

        record DailyReport(@NotBlank String account, LocalDate day) {}

        @Inject
        TaskQueue tasks;

        @Transactional // the task exists if, and only if, this commits
        void order(String account, LocalDate day) {
            var report = new DailyReport(account, day);
            tasks.enqueue(NewTask.of("daily-report", report).uniqueKey(account + day));
        }

        @Handles("daily-report")
        @Transactional // the task is completed in this transaction: its writes happen once
        void write(DailyReport report, TaskContext task) {
            // your work: entities, repositories, SQL on the default datasource
        }
    }

    @Inject
    Reports reports;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Test
    void theExampleRuns() {
        rows.clear();
        reports.order("a7", LocalDate.parse("2026-11-21"));

        mill.drain();

        assertThat(rows.text("select type || ' ' || status from rowmill_task")).isEqualTo("daily-report completed");
    }
}
