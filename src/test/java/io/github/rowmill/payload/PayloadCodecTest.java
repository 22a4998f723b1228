package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.api.UnreadablePayloadException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.handler.DeclaredHandler;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.text.Storable;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadCodecTest {

    record Line(@NotNull String text, @Min(1) int count) {}

    record Order(String customer, List<@Valid Line> lines) {}

    private final DeclaredHandler declared = TestTypes.declare(OrderHandler.class, Order.class);
    private final PayloadCodec codec = codec(new ObjectMapper(), Map.of());

    // Stored payloads

    @Test
    void payloadIsStoredAsJsonAndReadBack() {
        Order order = new Order("Ada", List.of(new Line("screws", 3)));

        String json = codec.write(NewTask.of("order", order));

        assertThat(json).isEqualTo("{\"customer\":\"Ada\",\"lines\":[{\"text\":\"screws\",\"count\":3}]}");
        assertThat(codec.read(type(), type().name(), json)).isEqualTo(order);
    }

    @Test
    void taskWithoutAPayloadIsAnEmptyObject() {
        assertThat(codec.write(NewTask.of("unknown"))).isEqualTo("{}");
    }

    @Test
    void jsonOfAnUnknownTypeIsKeptAsItIs() {
        assertThat(codec.write(NewTask.ofJson("unknown", " {\"b\": 1, \"a\": [null]} ")))
                .isEqualTo("{\"b\":1,\"a\":[null]}");
    }

    @Test
    void modulesOfTheApplicationsMapperAreUsed() {
        PayloadCodec withTime = codec(new ObjectMapper().registerModule(new JavaTimeModule()), Map.of());

        assertThat(withTime.write(NewTask.of("unknown", List.of(LocalDate.of(2026, 1, 2)))))
                .isEqualTo("[[2026,1,2]]");
    }

    @Test
    void defaultTypingOfTheApplicationsMapperIsNotTakenOver() {
        ObjectMapper typing = new ObjectMapper()
                .activateDefaultTyping(LaissezFaireSubTypeValidator.instance, ObjectMapper.DefaultTyping.NON_FINAL);
        PayloadCodec untyped = codec(typing, Map.of());

        assertThat(untyped.write(NewTask.of("order", new Order("Ada", new ArrayList<>()))))
                .isEqualTo("{\"customer\":\"Ada\",\"lines\":[]}");
        assertThat(typing.canSerialize(Order.class)).isTrue();
    }

    @Test
    void emptyFieldsAreStoredDespiteTheApplicationsMapper() {
        ObjectMapper sparing = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);
        PayloadCodec whole = codec(sparing, Map.of());
        Order order = new Order(null, List.of());

        String json = whole.write(NewTask.of("order", order));

        assertThat(json).isEqualTo("{\"customer\":null,\"lines\":[]}");
        assertThat(whole.read(type(), type().name(), json)).isEqualTo(order);
    }

    // Constraints

    @Test
    void brokenConstraintIsRefusedByItsPath() {
        Order order = new Order("Ada", List.of(new Line("screws", 1), new Line(null, 0)));

        assertThat(violations(NewTask.of("order", order)))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("payload.lines[1].text", "payload.lines[1].count");
    }

    @Test
    void constraintsOfATypeAreCheckedForJson() {
        assertThat(violations(NewTask.ofJson("order", "{\"lines\":[{\"text\":\"screws\",\"count\":0}]}")))
                .containsExactly(new Violation("payload.lines[0].count", "must be greater than or equal to 1"));
    }

    record Strict(@NotNull String name) {}

    @Test
    void constraintsOfATypeAreCheckedForAMissingPayload() {
        PayloadCodec strict = codec(new ObjectMapper(), Map.of(), TestTypes.declare(OrderHandler.class, Strict.class));

        assertThat(violations(strict, NewTask.of("order")))
                .containsExactly(new Violation("payload.name", "must not be null"));
    }

    @Test
    void jsonNullIsNoPayload() {
        assertThat(violations(NewTask.ofJson("order", "null")))
                .containsExactly(new Violation("payload", "must not be null"));
    }

    @Test
    void constraintOfTheWholePayloadHasItsPath() {
        assertThat(violations(NewTask.of("unknown", new Whole("x"))))
                .containsExactly(new Violation("payload", "must be whole"));
    }

    // Text that PostgreSQL cannot store

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\uD83D", "\uDE00"})
    void unstorableTextIsRefusedByItsPath(String text) {
        Order order = new Order("Ada", List.of(new Line(text, 1)));

        assertThat(violations(NewTask.of("order", order)))
                .containsExactly(new Violation("payload.lines[0].text", Storable.UNSTORABLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\ud83d", "\\uDE00"})
    void unstorableEscapeInJsonIsRefusedByItsPath(String escape) {
        assertThat(violations(NewTask.ofJson("unknown", "{\"a\":[[\"fine\"],[{\"b\":\"" + escape + "\"}]]}")))
                .containsExactly(new Violation("payload.a[1][0].b", Storable.UNSTORABLE));
    }

    @Test
    void unstorableFieldNameIsRefused() {
        assertThat(violations(NewTask.ofJson("unknown", "{\"a\":{\"\\u0000\":1}}")))
                .containsExactly(new Violation("payload.a", "has a field name that " + Storable.UNSTORABLE));
    }

    @Test
    void escapedBackslashBeforeU0000IsPlainText() {
        assertThat(codec.write(NewTask.ofJson("unknown", "{\"a\":\"\\\\u0000\"}")))
                .isEqualTo("{\"a\":\"\\\\u0000\"}");
    }

    @Test
    void surrogatePairIsPlainText() {
        assertThat(codec.write(NewTask.ofJson("unknown", "[\"\\ud83d\\ude00\",\"\uD83D\uDE00\"]")))
                .isEqualTo("[\"\uD83D\uDE00\",\"\uD83D\uDE00\"]");
    }

    // Depth and size

    @Test
    void depthOf100IsAccepted() {
        assertThat(codec.write(NewTask.of("unknown", nested(100)))).isEqualTo("[".repeat(100) + "]".repeat(100));
        assertThat(codec.write(NewTask.ofJson("unknown", "[".repeat(100) + "]".repeat(100))))
                .hasSize(200);
    }

    @Test
    void depthOf101IsRefused() {
        assertThat(violations(NewTask.of("unknown", nested(101)))).hasSize(1);
        assertThat(violations(NewTask.ofJson("unknown", "[".repeat(101) + "]".repeat(101))))
                .hasSize(1);
    }

    @Test
    void payloadThatHoldsItselfIsRefused() {
        List<Object> cyclic = new ArrayList<>();
        cyclic.add(cyclic);

        assertThat(violations(NewTask.of("unknown", cyclic))).hasSize(1);
    }

    @Test
    void sizeIsCountedInBytesOfUtf8() {
        PayloadCodec small = codec(new ObjectMapper(), Map.of("rowmill.payload.max-size", "10"));

        assertThat(small.write(NewTask.of("unknown", "12345678"))).hasSize(10);
        assertThat(small.write(NewTask.of("unknown", "\u00e9\u00e9\u00e9\u00e9")))
                .hasSize(6);
        assertThatThrownBy(() -> small.write(NewTask.of("unknown", "\u00e9\u00e9\u00e9\u00e91")))
                .isInstanceOf(PayloadTooLargeException.class)
                .hasMessageContaining("its payload has 11 bytes, rowmill.payload.max-size is 10");
    }

    @Test
    void oversizedJsonIsRefusedBeforeItIsParsed() {
        PayloadCodec small = codec(new ObjectMapper(), Map.of("rowmill.payload.max-size", "10"));

        assertThatThrownBy(() -> small.write(NewTask.ofJson("unknown", "[".repeat(11))))
                .isInstanceOf(PayloadTooLargeException.class);
    }

    // JSON that does not fit the class

    @Test
    void unknownFieldInNewJsonIsRefusedByItsPath() {
        assertThat(violations(NewTask.ofJson("order", "{\"lines\":[{\"text\":\"a\",\"count\":1,\"colour\":2}]}")))
                .extracting(Violation::field)
                .containsExactly("payload.lines[0].colour");
    }

    @Test
    void misfittingJsonIsRefusedByItsPath() {
        assertThat(violations(NewTask.ofJson("order", "{\"lines\":[{\"count\":\"many\"}]}")))
                .extracting(Violation::field)
                .containsExactly("payload.lines[0].count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{} {}", "nonsense", "{'a':1}", "NaN"})
    void textThatIsNoJsonIsRefused(String json) {
        assertThat(violations(NewTask.ofJson("order", json))).hasSize(1);
        assertThat(violations(NewTask.ofJson("unknown", json))).hasSize(1);
    }

    @Test
    void storedJsonMayHaveFieldsThatTheClassDoesNotKnow() {
        assertThat(codec.read(type(), type().name(), "{\"customer\":\"Ada\",\"since\":1815}"))
                .isEqualTo(new Order("Ada", null));
    }

    @Test
    void unreadableStoredPayloadIsReportedWithItsPath() {
        assertThatThrownBy(() -> codec.read(type(), type().name(), "{\"lines\":[{\"count\":\"many\"}]}"))
                .isInstanceOf(UnreadablePayloadException.class)
                .hasMessageContaining("of type 'order'")
                .hasMessageContaining("payload.lines[0].count: ");
    }

    /**
     * The message becomes the error of the task, which users without the permission for payloads see. The cause would
     * be in the log.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"lines\":[{\"count\":\"secret-1\"}]}",
                "{\"lines\":\"secret-1\"}",
                "\"secret-1\"",
                "[\"secret-1\"]",
                "{\"lines\":[\"secret-1\"]}",
                "secret-1"
            })
    void theErrorOfAnUnreadablePayloadContainsNoValue(String stored) {
        assertThatThrownBy(() -> codec.read(type(), type().name(), stored))
                .isInstanceOf(UnreadablePayloadException.class)
                .hasNoCause()
                .message()
                .contains("payload")
                .doesNotContain("secret");
    }

    @Test
    void aViolationNamesTheTypeAndNoValue() {
        assertThat(violations(NewTask.ofJson("order", "{\"lines\":[{\"count\":\"secret-1\"}]}")))
                .containsExactly(new Violation("payload.lines[0].count", "cannot be read as int"));
    }

    @Test
    void handlerWithoutAPayloadReadsNothing() {
        assertThat(codec.read(TestTypes.type("plain"), "plain", "not even JSON"))
                .isNull();
    }

    private static Object nested(int depth) {
        List<Object> list = new ArrayList<>();
        return depth == 1 ? list : List.of(nested(depth - 1));
    }

    private List<Violation> violations(NewTask task) {
        return violations(codec, task);
    }

    private static List<Violation> violations(PayloadCodec codec, NewTask task) {
        var refused = catchThrowableOfType(InvalidTaskException.class, () -> codec.write(task));
        assertThat(refused).as("refused").isNotNull();
        return refused.violations();
    }

    private TaskType type() {
        return TestTypes.handlers(declared).find("order").orElseThrow();
    }

    private PayloadCodec codec(ObjectMapper application, Map<String, String> properties) {
        return codec(application, properties, declared);
    }

    private static PayloadCodec codec(
            ObjectMapper application, Map<String, String> properties, DeclaredHandler handler) {
        RowmillConfig config = TestConfig.of(properties);
        return new PayloadCodec(
                application, Codecs.VALIDATOR, TestTypes.handlers(handler), new PayloadCipher(config), config);
    }

    private static final class OrderHandler {

        @Handles("order")
        void run() {}
    }
}
