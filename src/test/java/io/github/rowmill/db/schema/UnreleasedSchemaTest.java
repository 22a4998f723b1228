package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests tables whose schema history is that of a version before the first release. */
@QuarkusTest
@TestProfile(ByHand.class)
class UnreleasedSchemaTest {

    private static final String SENTENCE =
            "its schema has version 1.25 from before the first release, which no release can upgrade; name an empty database in quarkus.datasource.jdbc.url, or drop the tables whose names begin with rowmill_, with all their tasks";

    @Inject
    Migrations migrations;

    @Inject
    SchemaState state;

    @Inject
    Rows rows;

    @BeforeEach
    void record() {
        rows.asSuperuser("""
                create table kept_record as select * from rowmill_schema_history;
                delete from rowmill_schema_history;
                insert into rowmill_schema_history
                  (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
                values (1, '1', 'tasks', 'SQL', 'V1__tasks.sql', 1, 'someone', 1, true),
                       (2, '1.25', 'signed intervals', 'SQL', 'V1.25__signed_intervals.sql', 2, 'someone', 1, true)
                """);
    }

    @AfterEach
    void restore() {
        rows.asSuperuser("""
                delete from rowmill_schema_history;
                insert into rowmill_schema_history select * from kept_record;
                drop table kept_record
                """);
    }

    @Test
    void aStartIsRefusedWithWhatToDo() {
        assertThatThrownBy(migrations::migrate)
                .hasMessage("Rowmill cannot work with the database of quarkus.datasource: " + SENTENCE);
    }

    @Test
    void aCommandIsRefusedWithWhatToDo() {
        assertThatThrownBy(migrations::require)
                .hasMessage("Rowmill cannot work with the database of quarkus.datasource: " + SENTENCE);
    }

    @Test
    void aNodeThatRunsBecomesUnready() {
        await().untilAsserted(() -> assertThat(state.problem()).contains(SENTENCE));
    }
}
