package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A database on which this application ran when its sample had handlers that only measured. */
class OldSampleIT {

    /** As that application left a database, with a task that it had not run. */
    private static final String BACK_TO_V2 = """
            delete from flyway_schema_history where version = '4';
            alter table sample_report drop column due, drop column made;
            update flyway_schema_history
               set version = '2',
                   description = 'measures',
                   script = 'V2__measures.sql',
                   checksum = -1
             where version = '3';
            create table sample_measure (task_id bigint not null, what text not null, nanos bigint not null);
            insert into rowmill_task (type, details) values ('measure-bulk', '{"tasks": 2000000000}');
            """;

    @Test
    void itStartsAndTheTableOfTheMeasuresIsDropped() throws IOException {
        try (Database database = Database.start()) {
            Node.start("old", database).awaitReady().close();
            database.execute(BACK_TO_V2);

            Node.start("new", database).awaitReady().close();

            assertThat(database.text("select to_regclass('sample_measure')")).isNull();
            assertThat(database.text("select string_agg(version, ' ' order by version::int) from flyway_schema_history"
                            + " where success and type = 'SQL'"))
                    .isEqualTo("1 2 3 4");
            assertThat(database.text("select status || ' ' || attempts from rowmill_task"))
                    .isEqualTo("queued 0");
        }
    }
}
