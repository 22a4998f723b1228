package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a row that a trigger of the application refuses is skipped. Claims, renewals, recovery and trims go on
 * with the others.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class RefusedRowsTest extends EngineTest {

    private static final Set<String> TYPES = Set.of("noop");
    private static final int MANY = 9;

    @Inject
    Claimant claimant;

    @Inject
    HandClaims claims;

    @Inject
    Claimer claimer;

    @Inject
    Leases leases;

    @Inject
    Recoverer recoverer;

    @Inject
    Trimmer trimmer;

    @Inject
    Heard heard;

    private final List<Long> ids = new ArrayList<>();

    @BeforeEach
    void enqueue() {
        for (int i = 0; i < MANY; i++) {
            ids.add(queue.enqueue(NewTask.of("noop")).id());
        }
        heard.clear();
    }

    /** Refuses every write of one row from now on, with an SQL state. */
    private void refuse(long id, String state) {
        rows.refuse("update or delete", "old.id = " + id, state);
    }

    @AfterEach
    void accept() {
        rows.refuseNothing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"P0001", "23514"})
    void aRefusedNewTaskLeavesTheOtherTasksToALaterClaim(String state) {
        refuse(ids.get(3), state);

        assertThat(claims.claimNew("default", ids)).isEmpty();
        assertThat(claims.claim("default", TYPES, MANY)).hasSize(MANY - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"P0001", "23514", "42501"})
    void aClaimTakesTheOtherTasksAndLeavesARefusedTaskQueued(String state) {
        refuse(ids.get(4), state);

        mill.drain();

        assertThat(count("completed")).isEqualTo(MANY - 1);
        assertThat(rows.of(ids.get(4), "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(heard.of(TaskEvent.RoundFailed.class)).isNotEmpty();
    }

    @Test
    void manyRefusedTasksDoNotBlockTheTasksBehindThem() {
        rows.insert(TaskRow.of("noop").tag("refused"), 300);
        rows.execute("update rowmill_task set run_at = now() - interval '1 h' where tags = '{refused}'");
        rows.refuse("update", "old.tags = '{refused}'", "P0001");

        mill.drain();

        assertThat(count("completed")).isEqualTo(MANY);
        assertThat(count("queued")).isEqualTo(300);
    }

    @Test
    void noTaskIsSetAsideIfTheDatabaseRefusesEveryClaim() {
        rows.asSuperuser("""
                create function refuse() returns trigger language plpgsql as $$
                begin
                    return cast(1 / 0 as text);
                end $$;
                create trigger refuse before update on rowmill_task for each row
                    when (new.status = 'executing') execute function refuse()
                """);

        claimer.claimOnce();

        assertThat(count("queued")).isEqualTo(MANY);
    }

    @Test
    void aRenewalSkipsARefusedTaskAndRenewsTheOtherTasks() {
        List<Lease> held = claims.claim("default", TYPES, MANY).stream()
                .map(Claimed::lease)
                .toList();
        refuse(ids.get(4), "P0001");
        List<Throwable> refused = new ArrayList<>();

        Set<Lease> renewed = leases.renew(claimant, held, refused::add);

        assertThat(renewed).hasSize(MANY - 1).isSubsetOf(held);
        assertThat(refused).hasSize(1);
    }

    @Test
    void recoverySkipsARefusedTaskAndRecoversTheOtherTasks() {
        claims.claim("default", TYPES, MANY);
        ids.forEach(id -> mill.pass(id, Duration.ofMinutes(1)));
        refuse(ids.get(4), "P0001");

        assertThat(recoverer.recoverOnce()).isEqualTo(MANY - 1);
        assertThat(count("queued")).isEqualTo(MANY - 1);
        assertThat(rows.of(ids.get(4), "status")).isEqualTo("executing");
    }

    @Test
    void aTrimSkipsARefusedTaskAndAReferencedTask() {
        mill.drain();
        ids.forEach(id -> mill.pass(id, Duration.ofDays(8)));
        rows.asSuperuser("create table referring as select id from rowmill_task where id = " + ids.get(0));
        rows.asSuperuser("alter table referring add foreign key (id) references rowmill_task");
        try {
            refuse(ids.get(4), "P0001");

            assertThat(trimmer.trimOnce()).isEqualTo(MANY - 2);
            assertThat(count("completed")).isEqualTo(2);
        } finally {
            rows.asSuperuser("drop table referring");
        }
    }

    private long count(String status) {
        return rows.number("select count(*) from rowmill_task where status = '%s'".formatted(status));
    }
}
