package io.github.rowmill.payload.startup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.handler.DeclaredHandler;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.handler.TestTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PayloadChecksTest {

    private final JsonSupport json = new JsonSupport(new ObjectMapper());
    private final NativeReflection onJvm = new NativeReflection(false, Class::getDeclaredConstructors);
    private final NativeReflection unregistered = new NativeReflection(true, type -> new Object[0]);

    record Mail(String to) {}

    record Invoice(Map<String, List<Optional<Line>>> lines) {}

    record Line(String article) {}

    record Tree(List<Tree> branches) {}

    interface Letter {
        String to();
    }

    @Test
    void theMessageNamesHandlerTypeAndClass() {
        List<String> problems = PayloadChecks.problems(List.of(type("mail", Letter.class)), json, onJvm);

        assertThat(problems)
                .containsExactly("the handler Plain.run of the task type 'mail' takes " + Letter.class.getName()
                        + ", which cannot be read from JSON: " + Letter.class.getName()
                        + " is abstract, and no annotation names the class to create");
    }

    @Test
    void allHandlersAtFaultAreNamedAtOnce() {
        List<TaskType> types =
                List.of(type("mail", Letter.class), type("fine", Mail.class), type("letter", Letter.class));

        assertThat(PayloadChecks.problems(types, json, onJvm)).hasSize(2);
    }

    @Test
    void anUnregisteredPayloadIsNamed() {
        assertThat(PayloadChecks.problems(List.of(type("mail", Mail.class)), json, unregistered))
                .singleElement()
                .asString()
                .contains("Plain.run", "'mail'", Mail.class.getName(), "@RegisterForReflection");
    }

    @Test
    void anUnregisteredPartOfARegisteredPayloadIsNamed() {
        NativeReflection forgotten =
                new NativeReflection(true, type -> type == Line.class ? new Object[0] : type.getDeclaredConstructors());

        assertThat(PayloadChecks.problems(List.of(type("invoice", Invoice.class)), json, forgotten))
                .singleElement()
                .asString()
                .contains("'invoice'", Invoice.class.getName(), Line.class.getName(), "@RegisterForReflection");
    }

    @Test
    void aRecursivePayloadHasNoProblem() {
        NativeReflection registered = new NativeReflection(true, Class::getDeclaredConstructors);

        assertThat(PayloadChecks.problems(List.of(type("tree", Tree.class)), json, registered))
                .isEmpty();
    }

    @Test
    void aHandlerWithoutAPayloadHasNoProblem() {
        assertThat(PayloadChecks.problems(List.of(type("ping", null)), json, unregistered))
                .isEmpty();
    }

    private static TaskType type(String name, @Nullable Class<?> payload) {
        TaskType plain = TestTypes.type(name);
        DeclaredHandler handler = plain.handler();
        return new TaskType(
                name,
                new DeclaredHandler(
                        handler.name(),
                        handler.handles(),
                        handler.rules(),
                        handler.schedules(),
                        handler.topics(),
                        payload == null ? null : PayloadType.of(payload),
                        handler.result(),
                        handler.takesBatch(),
                        handler.takesContext(),
                        handler.transactional(),
                        handler.virtualThread(),
                        handler.invoker()),
                plain.queue(),
                plain.timeout(),
                plain.maxAttempts(),
                plain.retry(),
                plain.batch());
    }
}
