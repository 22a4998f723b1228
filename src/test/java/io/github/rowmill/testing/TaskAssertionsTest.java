package io.github.rowmill.testing;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@TestProfile(ByHand.class)
class TaskAssertionsTest {

    private static final Instant EIGHT = Instant.parse("2031-01-01T08:00:00.123456789Z");

    record Order(String article, long cents, double weight) {}

    @Inject
    ManualMill mill;

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    private void enqueueTwo() {
        queue.enqueue(NewTask.of("kit-order", new Order("tea", 350, 1e2))
                .key("acme")
                .uniqueKey("order-1")
                .queue("shop")
                .priority(5)
                .tags("red", "green")
                .runAt(EIGHT));
        queue.enqueue(
                NewTask.of("kit-order", new Order("cake", 420, 0.5)).key("acme").delay(Duration.ofHours(2)));
    }

    @Test
    void aTaskThatFitsAllConditionsIsFound() {
        enqueueTwo();

        assertThat(mill.tasks())
                .hasEnqueued("kit-order")
                .withKey("acme")
                .withPayload(new Order("tea", 350, 100))
                .withJson("{\"weight\": 1E+2, \"article\": \"tea\", \"cents\": 350}")
                .withUniqueKey("order-1")
                .inQueue("shop")
                .withPriority(5)
                .withTags("green")
                .withStatus(TaskStatus.QUEUED)
                .dueAt(EIGHT)
                .once();
        assertThat(mill.tasks())
                .hasEnqueued("kit-order")
                .dueAfter(Duration.ofHours(2))
                .withPayload(new Order("cake", 420, 0.5))
                .once();
        assertThat(mill.tasks()).hasEnqueued("kit-order").withKey("acme").times(2);
        assertThat(mill.tasks().all()).hasSize(2);
        assertThat(mill.tasks()).hasNotEnqueued("kit-plain");
    }

    static Stream<Arguments> conditions() {
        return Stream.of(
                condition("with payload", one -> one.withPayload(new Order("tea", 351, 100))),
                condition("with payload {\"a\": 1}", one -> one.withJson("{\"a\": 1}")),
                condition("with payload {}", one -> one.withPayload(Map.of())),
                condition("with key 'other'", one -> one.withKey("other")),
                condition("with unique key 'order-2'", one -> one.withUniqueKey("order-2")),
                condition("in queue 'mail'", one -> one.inQueue("mail")),
                condition("with priority 6", one -> one.withPriority(6)),
                condition("with tags [red, blue]", one -> one.withTags("red", "blue")),
                condition("with status dead", one -> one.withStatus(TaskStatus.DEAD)),
                condition(
                        "due at 2031-01-01T08:00:00.124Z", one -> one.dueAt(Instant.parse("2031-01-01T08:00:00.124Z"))),
                condition("due after PT3H", one -> one.dueAfter(Duration.ofHours(3))));
    }

    private static Arguments condition(String words, UnaryOperator<EnqueuedAssert> condition) {
        return Arguments.of(words, condition);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conditions")
    void anUnmatchedConditionFailsAndListsTheCandidates(String words, UnaryOperator<EnqueuedAssert> condition) {
        enqueueTwo();
        queue.enqueue(NewTask.of("kit-plain"));
        EnqueuedAssert orders = assertThat(mill.tasks()).hasEnqueued("kit-order");

        assertFails(() -> condition.apply(orders))
                .startsWith("expected a task of type 'kit-order' " + words)
                .contains(
                        "but of these 2 none is:",
                        "type=kit-order queue=shop status=queued priority=5 due=2031-01-01T08:00:00.123",
                        "key=acme unique=order-1 tags=[red, green]",
                        "\"tea\"",
                        "\"cake\"")
                .doesNotContain("kit-plain");
    }

    @Test
    void aTypeThatIsMissingFailsAndListsAll() {
        assertFails(() -> assertThat(mill.tasks()).hasEnqueued("kit-order"))
                .isEqualTo("expected a task of type 'kit-order', but there are no tasks at all");

        queue.enqueue(Collections.nCopies(22, NewTask.of("kit-plain")));

        assertFails(() -> assertThat(mill.tasks()).hasEnqueued("kit-order"))
                .startsWith("expected a task of type 'kit-order', but of these 22 none is:")
                .contains("type=kit-plain")
                .endsWith("and 2 more");
    }

    @Test
    void aWrongNumberOfTasksFails() {
        enqueueTwo();

        assertFails(() -> assertThat(mill.tasks()).hasEnqueued("kit-order").once())
                .startsWith("expected 1 times a task of type 'kit-order', but there are 2:")
                .contains("\"tea\"", "\"cake\"");
        assertFails(() -> assertThat(mill.tasks()).hasEnqueued("kit-order").times(3))
                .startsWith("expected 3 times a task of type 'kit-order', but there are 2:");
        assertFails(() -> assertThat(mill.tasks()).hasNotEnqueued("kit-order"))
                .startsWith("expected no task of type 'kit-order', but there are 2:");
        assertFails(() -> assertThat(mill.tasks()).isEmpty()).startsWith("expected no task, but there are 2:");
    }

    @Test
    @TestTransaction
    void theCallersOwnTransactionSeesWhatItHasEnqueued() {
        queue.enqueue(NewTask.of("kit-plain").key("mine"));

        assertThat(mill.tasks()).hasEnqueued("kit-plain").withKey("mine").once();
        QuarkusTransaction.requiringNew().run(() -> assertThat(mill.tasks()).isEmpty());
    }

    @Test
    @TestTransaction
    void aSecondReadShowsChangesOfTheTask() {
        long id = queue.enqueue(NewTask.of("kit-plain")).id();
        assertThat(mill.tasks()).hasEnqueued("kit-plain").withStatus(TaskStatus.QUEUED);

        queue.cancel(id);

        assertThat(mill.tasks()).hasEnqueued("kit-plain").withStatus(TaskStatus.CANCELLED);
    }

    private static AbstractStringAssert<?> assertFails(ThrowingCallable assertion) {
        return assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).message();
    }
}
