package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.QueueConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.context.Carrying;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the rules in the configuration and in the rows agree. */
@QuarkusTest
@TestProfile(Carrying.class)
class DeclaredRulesTest {

    private static final QueueRules DECLARED = QueueRules.NONE
            .concurrency(5)
            .rate(Rate.of(100, Duration.ofMinutes(1)))
            .weight(3)
            .keyWeights(Map.of("customer-7", 4));

    @Singleton
    static class Heard {

        private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

        void onChanged(@Observes TaskEvent.RulesChanged changed) {
            events.add(changed);
        }

        void onUndeclared(@Observes TaskEvent.RulesUndeclared undeclared) {
            events.add(undeclared);
        }
    }

    @Inject
    DeclaredRules declarations;

    @Inject
    Queues queues;

    @Inject
    Rows rows;

    @Inject
    NodeState node;

    @Inject
    Heard heard;

    @ConfigProperty(name = "quarkus.application.name")
    String application;

    @BeforeEach
    void declare() {
        rows.execute("delete from rowmill_queue");
        start();
    }

    @AfterEach
    void withoutRules() {
        rows.execute("delete from rowmill_queue");
    }

    private void start() {
        heard.events.clear();
        declarations.prepare(new StartupEvent(), node);
    }

    private Queues.Ruled ruled() {
        return queues.find("declared").orElseThrow();
    }

    @Test
    void configuredRulesBecomeARow() {
        assertThat(queues.all()).containsExactly(new Queues.Ruled("declared", DECLARED, false, application));
        assertThat(heard.events).containsExactly(new TaskEvent.RulesChanged("declared"));
    }

    @Test
    void aStartThatChangesNothingWritesNothing() {
        String before = rows.text("select xmin from rowmill_queue");

        start();

        assertThat(rows.text("select xmin from rowmill_queue")).isEqualTo(before);
        assertThat(heard.events).isEmpty();
    }

    @Test
    void aRowThatDiffersFromTheConfigurationIsChangedAtTheNextStart() {
        rows.execute("update rowmill_queue set concurrency = 9, depth = 3");

        start();

        assertThat(ruled().rules()).isEqualTo(DECLARED);
    }

    @Test
    void changedRulesAreKeptUntilTheyAreUnpinned() {
        queues.limit("declared", 2);
        assertThat(ruled().pinned()).isTrue();

        start();
        assertThat(ruled().rules()).isEqualTo(DECLARED.concurrency(2));
        queues.pin("declared", false);
        start();

        assertThat(ruled()).isEqualTo(new Queues.Ruled("declared", DECLARED, false, application));
    }

    @Test
    void rulesThatAreRemovedByHandStayRemoved() {
        queues.set("declared", QueueRules.NONE);

        start();

        assertThat(ruled()).isEqualTo(new Queues.Ruled("declared", QueueRules.NONE, true, application));
    }

    @Test
    void aPauseOutlivesStartsAndPinsNothing() {
        queues.pause("declared");
        queues.pauseType("declared", "report");
        rows.execute("update rowmill_queue set weight = 1");

        start();

        assertThat(ruled().pinned()).isFalse();
        assertThat(ruled().rules()).isEqualTo(DECLARED.paused(true).pausedTypes(java.util.Set.of("report")));
    }

    @Test
    void rulesAreDeclaredForAQueueThatIsPaused() {
        rows.execute("delete from rowmill_queue");
        queues.pause("declared");

        start();

        assertThat(ruled()).isEqualTo(new Queues.Ruled("declared", DECLARED.paused(true), false, application));
    }

    @Test
    void rulesThatWereMadeByHandAreNotTakenOver() {
        rows.execute("delete from rowmill_queue");
        queues.limit("declared", 1);

        start();

        assertThat(ruled()).isEqualTo(new Queues.Ruled("declared", QueueRules.NONE.concurrency(1), false, null));
    }

    @Test
    void eachStartReportsUndeclaredRulesOfItsOwnApplication() {
        rows.execute("""
                insert into rowmill_queue (name, depth, declared_by) values ('removed', 5, '%s'), ('others', 5, 'other')
                """.formatted(application));
        start();
        start();

        assertThat(heard.events).containsExactly(new TaskEvent.RulesUndeclared("removed"));
        assertThat(queues.rules("removed")).isPresent();
        queues.delete("removed");
        start();
        assertThat(heard.events).isEmpty();
    }

    @Test
    void contradictoryRulesRefuseTheStartAndAreNamed() {
        Map<String, QueueConfig> settings = read(Map.of(
                "rowmill.queues.\"mail\".rules.ordered", "true",
                "rowmill.queues.\"mail\".rules.per-key", "2",
                "rowmill.queues.\"stack\".rules.blocks", "true"));

        assertThatThrownBy(() -> DeclaredRules.declared(settings))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "rowmill.queues.\"mail\".rules.per-key must be 1 or left out where ordered is set, was 2")
                .hasMessageContaining("rowmill.queues.\"stack\".rules.blocks is for ordered tasks only");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void aQueueNameThatNoUrlCanHoldRefusesTheStart(String queue) {
        Map<String, QueueConfig> settings = read(Map.of("rowmill.queues.\"%s\".rules.depth".formatted(queue), "5"));

        assertThatThrownBy(() -> DeclaredRules.declared(settings))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "Rowmill cannot start: rowmill.queues.\"%s\" must not be '%s': the path of a URL cannot hold it",
                        queue, queue);
    }

    private static Map<String, QueueConfig> read(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RowmillConfig.class)
                .withSources(new PropertiesConfigSource(settings, "test", 500))
                .build()
                .getConfigMapping(RowmillConfig.class)
                .queues();
    }
}
