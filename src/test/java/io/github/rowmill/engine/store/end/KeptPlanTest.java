package io.github.rowmill.engine.store.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.KeptPlan;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.Occurrences;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
@TestProfile(ByHand.class)
class KeptPlanTest {

    /**
     * Matches a scan of the table without a bounding condition. The next line of the plan would contain the condition.
     */
    private static final String WALK = "Scan[^\n]* on rowmill_task[^\n]*\n(?! *(Index|TID|Recheck) Cond)";

    @Inject
    Rows rows;

    /** Statements on many tasks at once. */
    enum OfMany {
        COMPLETE(CompletionText.COMPLETE_ALL, "bigint[], bigint[], text", "'{1}', '{0}', 'o'"),
        COMPLETE_WITH_RESULT(
                CompletionText.COMPLETE_ALL_WITH_RESULTS,
                "bigint[], bigint[], text[], text",
                "'{1}', '{0}', '{1}', 'o'"),
        RENEW(Leases.RENEW, "bigint[], bigint[], text, float8", "'{1}', '{0}', 'o', 30"),
        SETTLE(
                Verdicts.SETTLE_ALL,
                "bigint[], bigint[], text[], float8[], int[], text[], text[], text[], text[], text, text",
                "'{1}', '{0}', '{queued}', '{1}', '{0}', '{e}', '{t}', '{s}', '{a}', 'o', 'o'"),
        GIVE_BACK_KEY(Verdicts.GIVE_BACK_KEY, "bigint, bigint, text", "1, 0, 'o'"),
        LIVE_OF_SCHEDULE(Occurrences.LIVE, "text", "'s'"),
        RECOVER(Recoveries.RECOVER, "int, int, int, int", "100, 5, 5, 5");

        private final String sql;
        private final String types;
        private final String parameters;

        OfMany(String sql, String types, String parameters) {
            this.sql = sql;
            this.types = types;
            this.parameters = parameters;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPlanMadeForAnEmptyTableNeverScansTheWholeTable(OfMany statement) throws SQLException {
        try (Connection connection = rows.connect()) {
            String plan = KeptPlan.of(connection, statement.sql, statement.types, statement.parameters, "off");

            assertThat(plan).contains("rowmill_task").doesNotContainPattern(WALK);
        }
    }
}
