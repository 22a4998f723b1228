package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests all kinds of payloads that Jackson can read: generic classes, primitives, text, enums, sealed interfaces with
 * names.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class PayloadKindsTest extends EngineTest {

    enum Suit {
        HEARTS,
        SPADES
    }

    record Card(@NotNull Suit suit, int rank) {}

    record Envelope<T>(String to, T content) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    @Singleton
    static class Takers {

        final Queue<Object> taken = new ConcurrentLinkedQueue<>();

        @Handles("kind-list")
        void list(List<Card> cards) {
            taken.add(cards);
        }

        @Handles("kind-envelope")
        void envelope(Envelope<Card> card, TaskContext task) {
            taken.add(card);
        }

        @Handles("kind-nested")
        void nested(Map<String, List<Envelope<Shape>>> post) {
            taken.add(post);
        }

        @Handles("kind-long")
        void number(long number) {
            taken.add(number);
        }

        @Handles("kind-text")
        void text(String text) {
            taken.add(text);
        }

        @Handles("kind-enum")
        void suit(Suit suit) {
            taken.add(suit);
        }

        @Handles("kind-sealed")
        void shape(Shape shape) {
            taken.add(shape);
        }
    }

    @Handles("kind-bean")
    @ApplicationScoped
    static class ShapesHandler implements TaskHandler<List<Shape>> {

        @Inject
        Takers takers;

        @Override
        public Object handle(List<Shape> shapes, TaskContext task) {
            return takers.taken.add(shapes);
        }
    }

    @Inject
    Takers takers;

    static Stream<Arguments> kinds() {
        Card card = new Card(Suit.SPADES, 7);
        return Stream.of(
                Arguments.of("kind-list", List.of(card), "[{\"rank\": 7, \"suit\": \"SPADES\"}]"),
                Arguments.of(
                        "kind-envelope",
                        new Envelope<>("Ada", card),
                        "{\"to\": \"Ada\", \"content\": {\"rank\": 7, \"suit\": \"SPADES\"}}"),
                Arguments.of(
                        "kind-nested",
                        Map.of("today", List.of(new Envelope<Shape>("Ada", new Circle(2)))),
                        "{\"today\": [{\"to\": \"Ada\", \"content\": {\"@type\": \"circle\", \"radius\": 2}}]}"),
                Arguments.of("kind-long", Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of("kind-text", "it's text", "\"it's text\""),
                Arguments.of("kind-enum", Suit.HEARTS, "\"HEARTS\""),
                Arguments.of("kind-sealed", new Square(3), "{\"side\": 3, \"@type\": \"square\"}"),
                Arguments.of(
                        "kind-bean",
                        List.of(new Circle(1), new Square(2)),
                        "[{\"@type\": \"circle\", \"radius\": 1}, {\"side\": 2, \"@type\": \"square\"}]"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aPayloadIsStoredAsJsonAndComesBackAsItWas(String type, Object payload, String json) {
        takers.taken.clear();

        long own = queue.enqueue(NewTask.of(type, payload)).id();
        queue.enqueue(NewTask.ofJson(type, json));

        assertThat(rows.text("select details = '%s' from rowmill_task where id = %d"
                        .formatted(json.replace("'", "''"), own)))
                .isEqualTo("t");
        assertThat(mill.drain()).isEqualTo(2);
        assertThat(takers.taken).containsExactly(payload, payload);
    }

    @Test
    void constraintsOfListElementsAreChecked() {
        assertThatThrownBy(() -> queue.enqueue(NewTask.of("kind-list", List.of(new Card(null, 1)))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("payload[0].suit");
    }

    @Test
    void jsonOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> queue.enqueue(NewTask.ofJson("kind-list", "{\"rank\": 7}")))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("payload");
        assertThatThrownBy(() -> queue.enqueue(NewTask.of("kind-long"))).isInstanceOf(InvalidTaskException.class);
    }

    @Test
    void aPayloadsClassDeterminesTheTypeOfItsTask() {
        takers.taken.clear();
        Envelope<Card> envelope = new Envelope<>("Ada", new Card(Suit.SPADES, 7));

        assertThat(typeOf(NewTask.of(envelope).priority(3))).isEqualTo("kind-envelope");
        assertThat(typeOf(NewTask.of(7L))).isEqualTo("kind-long");
        assertThat(typeOf(NewTask.of(new Circle(2)))).isEqualTo("kind-sealed");
        assertThat(NewTask.of("a text is a type here").type()).isEqualTo("a text is a type here");
        assertThat(mill.drain()).isEqualTo(3);
        assertThat(takers.taken).contains(envelope, 7L, new Circle(2));
    }

    @Test
    void aClassThatNoHandlerTakesNeedsAType() {
        assertThatThrownBy(() -> queue.enqueue(NewTask.of(new StringBuilder("x"))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("a task was refused: type: must be given,"
                        + " because no handler of this application takes java.lang.StringBuilder");
    }

    @Test
    void aClassThatSeveralHandlersTakeNeedsAType() {
        assertThatThrownBy(() -> queue.enqueue(List.of(NewTask.of("noop"), NewTask.of(new Probes.Probe("x")))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("tasks[1].type: must be given, because the handlers of probe,")
                .hasMessageEndingWith("take io.github.rowmill.engine.Probes$Probe");
        assertThat(rows.text("select count(*) from rowmill_task")).isEqualTo("0");
    }

    private String typeOf(NewTask task) {
        return mill.task(queue.enqueue(task).id()).getType();
    }
}
