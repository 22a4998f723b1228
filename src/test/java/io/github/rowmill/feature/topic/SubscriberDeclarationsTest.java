package io.github.rowmill.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.Subscription;
import io.github.rowmill.api.SubscriptionNotFoundException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskEvent.Change;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that declared subscribers and their rows agree. */
@QuarkusTest
@TestProfile(ByHand.class)
class SubscriberDeclarationsTest extends TopicTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Singleton
    static class Heard {

        private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

        void onChanged(@Observes TaskEvent.SubscriptionChanged changed) {
            add(changed.topic(), changed);
        }

        void onUndeclared(@Observes TaskEvent.SubscriptionUndeclared undeclared) {
            add(undeclared.topic(), undeclared);
        }

        /** Adds an event, except for topics that another application under test has declared. */
        private void add(String topic, TaskEvent event) {
            if (topic.startsWith("topic-")) {
                events.add(event);
            }
        }
    }

    @Inject
    SubscriberDeclarations declarations;

    @Inject
    UnhandledSubscribers unhandled;

    @Inject
    NodeState node;

    @Inject
    Heard heard;

    @ConfigProperty(name = "quarkus.application.name")
    String application;

    @BeforeEach
    void declare() {
        start();
        heard.events.clear();
    }

    private void start() {
        declarations.prepare(new StartupEvent(), node);
    }

    private String receipt(String column) {
        return rows.text("select %s from rowmill_subscription where topic = 'topic-test' and type = 'topic-receipt'"
                .formatted(column));
    }

    private void set(String assignments) {
        rows.execute("update rowmill_subscription set %s where topic = 'topic-test' and type = 'topic-receipt'"
                .formatted(assignments));
    }

    /** Inserts a row that this application declared in an earlier build. */
    private void former(String type, String since) {
        rows.execute(
                "insert into rowmill_subscription (topic, type, declared_by, handled) values ('%s', '%s', '%s', now() - interval '%s')"
                        .formatted(topic, type, application, since));
    }

    private List<String> types() {
        return topics.subscribers(topic).stream().map(Subscription::type).toList();
    }

    /** Otherwise another node that has run for an hour without the handler would delete the row. */
    @Test
    void aStartRecordsThatTheSubscriberHasAHandler() {
        set("handled = now() - interval '70 minutes'");

        start();

        assertThat(receipt("handled > now() - interval '1 minute'")).isEqualTo("t");
    }

    @Test
    void anAnnotationIsARow() {
        assertThat(receipt("concat_ws(' ', queue, max_attempts, pinned, declared_by)"))
                .isEqualTo("topic-mail 4 f " + application);
        assertThat(topics.subscribers("topic-test"))
                .extracting(Subscription::type)
                .containsExactly("topic-receipt", "topic-stock");
        assertThat(topics.subscribers("topic-test-other"))
                .extracting(Subscription::type)
                .containsExactly("topic-stock");
    }

    @Test
    void aStartThatChangesNothingWritesNothing() {
        String before = receipt("xmin");

        start();

        assertThat(receipt("xmin")).isEqualTo(before);
        assertThat(heard.events).isEmpty();
    }

    @Test
    void aRowThatDiffersIsChangedAtTheNextStart() {
        set("queue = 'other', max_attempts = 1");

        start();

        assertThat(receipt("queue || max_attempts")).isEqualTo("topic-mail4");
        assertThat(heard.events)
                .containsExactly(new TaskEvent.SubscriptionChanged("topic-test", "topic-receipt", Change.DECLARED));
    }

    @Test
    void aChangeByHandPinsADeclaredRow() {
        topics.change(NewSubscription.of("topic-test", "topic-receipt").queue("other"));
        start();
        assertThat(receipt("queue || pinned")).isEqualTo("othertrue");

        topics.pin("topic-test", "topic-receipt", false);
        start();
        assertThat(receipt("queue || pinned")).isEqualTo("topic-mailfalse");
    }

    @Test
    void aRowThatAUserAddedStaysAsItIs() {
        topics.unsubscribe("topic-test", "topic-receipt");
        topics.subscribe(NewSubscription.of("topic-test", "topic-receipt").queue("mine"));

        start();

        assertThat(receipt("queue || coalesce(declared_by, '-')")).isEqualTo("mine-");
        topics.unsubscribe("topic-test", "topic-receipt");
        start();
        assertThat(receipt("declared_by")).isEqualTo(application);
    }

    @Test
    void aSubscriberThatIsNoLongerDeclaredIsReportedAtEachStart() {
        former("noop", "1 s");

        start();

        assertThat(heard.events).containsExactly(new TaskEvent.SubscriptionUndeclared(topic, "noop"));
        assertThat(RestAssured.get("/q/health/ready").asString())
                .contains("undeclared subscribers")
                .contains("noop of " + topic);
        topics.unsubscribe(topic, "noop");
        assertThat(RestAssured.get("/q/health/ready").asString()).doesNotContain(topic);
    }

    @Test
    void aSubscriberWithoutAHandlerForAnHourIsDeleted() {
        former("gone", "61 minutes");
        former("gone-lately", "59 minutes");
        former("noop", "61 minutes");
        rows.execute("""
                insert into rowmill_subscription (topic, type, declared_by, pinned, handled)
                values ('%1$s', 'gone-pinned', '%2$s', true, now() - interval '2 h'), ('%1$s', 'gone-by-hand', null, false, now() - interval '2 h'),
                       ('%1$s', 'gone-of-another', 'test', false, now() - interval '2 h')
                """.formatted(topic, application));

        unhandled.sweepOnce(LONG.minusSeconds(1));
        assertThat(types()).hasSize(6);
        unhandled.sweepOnce(LONG);

        assertThat(types()).containsExactly("gone-by-hand", "gone-lately", "gone-of-another", "gone-pinned", "noop");
        assertThat(heard.events).containsExactly(new TaskEvent.SubscriptionChanged(topic, "gone", Change.DELETED));
        rows.execute("delete from rowmill_subscription where topic = '%s'".formatted(topic));
    }

    @Test
    void aNodeRecordsWhichTypesItHandles() {
        former("noop", "6 minutes");
        former("gone", "6 minutes");

        unhandled.sweepOnce(Duration.ZERO);

        assertThat(rows.text(
                        "select string_agg(type || ' ' || (handled > now() - interval '1 minute'), ', ' order by type) from rowmill_subscription where topic = '%s'"
                                .formatted(topic)))
                .isEqualTo("gone false, noop true");
        String before = receipt("xmin");
        unhandled.sweepOnce(Duration.ZERO);
        assertThat(receipt("xmin")).isEqualTo(before);
        rows.execute("delete from rowmill_subscription where topic = '%s'".formatted(topic));
    }

    @Test
    void anUnknownSubscriberCannotBeChanged() {
        assertThatThrownBy(() -> topics.change(NewSubscription.of(topic, "noop")))
                .isInstanceOf(SubscriptionNotFoundException.class)
                .hasMessageContaining(topic);
        assertThatThrownBy(() -> topics.pin(topic, "noop", true)).isInstanceOf(SubscriptionNotFoundException.class);
        assertThatThrownBy(() -> topics.unsubscribe(topic, "noop")).isInstanceOf(SubscriptionNotFoundException.class);
        assertThat(topics.subscribe(NewSubscription.of(topic, "noop"))).isTrue();
        assertThat(topics.subscribe(NewSubscription.of(topic, "noop").queue("q")))
                .isFalse();
        assertThat(topics.find(topic, "noop").orElseThrow().queue()).isEqualTo("default");
    }
}
