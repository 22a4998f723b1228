package org.acme.office;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Tests a handler that writes through two persistence units. */
abstract class ArchiveTest extends OfficeTest {

    /** Returns the datasource that has the tables of the second unit. */
    DataSource archive() {
        return database;
    }

    String box() {
        return "archive_box";
    }

    @Test
    void writesThroughBothUnitsCommitWithTheCompletion() throws SQLException {
        enqueueForArchive("kept");

        awaitEnd("details->>'text' = 'kept' and status = 'completed'");
        assertThat(count("office_task where text = 'kept'")).isEqualTo(1);
        assertThat(count(archive(), box() + " where text = 'kept'")).isEqualTo(1);
    }

    @Test
    void writesOfAFailedHandlerAreRolledBackInBothUnits() throws SQLException {
        enqueueForArchive("burnt");

        awaitEnd("details->>'text' = 'burnt' and status = 'dead' and error like '%the archive is on fire%'");
        assertThat(count("office_task where text = 'burnt'")).isZero();
        assertThat(count(archive(), box() + " where text = 'burnt'")).isZero();
    }

    /** The second unit is flushed at the commit, after the verdict. */
    @Test
    void aRefusalOfTheSecondUnitAtCommitFailsTheAttempt() throws SQLException {
        enqueueForArchive("unwanted");

        awaitEnd("details->>'text' = 'unwanted' and status = 'dead'");
        assertThat(count("office_task where text = 'unwanted'")).isZero();
        assertThat(count(
                        "rowmill_attempt a join rowmill_task t on a.task = t.id where t.details->>'text' = 'unwanted'"))
                .isEqualTo(1);
    }
}
