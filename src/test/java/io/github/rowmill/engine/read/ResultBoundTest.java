package io.github.rowmill.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that no result that is read for a user fills the memory of a node. */
@QuarkusTest
class ResultBoundTest {

    private static final String ROWS = "select repeat('x', 1000000) from generate_series(1, ?)";

    @Inject
    ReadDatabase database;

    @Inject
    DueTypes types;

    @Inject
    Rows rows;

    private int read(int megabytes) {
        return database.<Integer>snapshot(
                sql -> sql.all(ROWS, row -> row.getString(1), megabytes).size());
    }

    @Test
    void aResultBeyondTheBoundIsRefusedAndTheNextIsRead() {
        assertThatThrownBy(() -> read(40)).isInstanceOf(UnansweredException.class);

        assertThat(read(30)).isEqualTo(30);
    }

    @Test
    void noMoreThanAThousandTypesAreRemembered() {
        rows.insert(TaskRow.of("noop").set("type", "'unknown-' || g").queue("unknown"), 1500);
        try {
            assertThat(types.othersThan(List.of("noop")).size()).isEqualTo(1000);
        } finally {
            rows.execute("delete from rowmill_task where queue = 'unknown'");
        }
    }
}
