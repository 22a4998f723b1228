package io.github.rowmill.chaos.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks in every build, not only in the counter-tests, that each {@link Break} can break the application as it is
 * today.
 */
class BrokenCopyTest {

    private static final Path CLASSES = Path.of("target", "classes");

    /** Matches conditions only, not a raise of the version or a write of the node's name. */
    private static final String BY_VERSION = "(and|where|on) (\\w+\\.)?version = ";

    private static final String BY_NODE = "(and|where|on) (\\w+\\.)?operator_id = ";

    static Stream<Break> breaksOfFences() {
        return Stream.of(Break.values()).filter(Break::isOfFences);
    }

    @ParameterizedTest
    @MethodSource("breaksOfFences")
    void everyStatementOfTheClassLosesItsFence(Break wanted) throws Exception {
        byte[] sound = Files.readAllBytes(CLASSES.resolve(wanted.file()));

        Map<String, String> before = statements(sound, wanted);
        Map<String, String> after = statements(wanted.broken(sound), wanted);

        assertThat(before).isNotEmpty().hasSameSizeAs(after);
        assertThat(before)
                .allSatisfy((name, statement) ->
                        assertThat(statement).as("%s is fenced", name).containsPattern(BY_VERSION))
                .allSatisfy((name, statement) -> assertThat(statement)
                        .as("%s asks for the node with the version", name)
                        .matches("(?s)(?!.*version = (\\?|mine\\.)).*|.*%s.*".formatted(BY_NODE)));
        assertThat(after)
                .allSatisfy((name, statement) -> assertThat(statement)
                        .as("%s is not fenced any more", name)
                        .doesNotContainPattern(
                                wanted == Break.COMPLETE_WITHOUT_THE_NODE
                                        ? BY_NODE
                                        : "(%s)|(%s)".formatted(BY_VERSION, BY_NODE))
                        .isNotEqualTo(before.get(name)));
    }

    @Test
    void signalsAreDeliveredToNoTask() throws Exception {
        byte[] sound = Files.readAllBytes(CLASSES.resolve(Break.FORGET_SIGNALS.file()));

        Map<String, String> before = texts(sound, Break.FORGET_SIGNALS);
        Map<String, String> after = texts(Break.FORGET_SIGNALS.broken(sound), Break.FORGET_SIGNALS);

        assertThat(before).hasSameSizeAs(after);
        assertThat(before.values()).anyMatch(text -> text.contains("rowmill_signal_mark"));
        assertThat(after.values())
                .noneMatch(text -> text.contains("rowmill_signal_mark"))
                .anyMatch(text -> text.contains("unnest(cast(? as bigint[]))"));
    }

    @Test
    void aClassWithoutAFenceIsRefused() throws IOException {
        byte[] unfenced = Files.readAllBytes(CLASSES.resolve("io/github/rowmill/engine/store/Trims.class"));

        assertThatThrownBy(() -> Break.COMPLETE_BY_ID.broken(unfenced)).hasMessageContaining("nothing to break");
    }

    /** Returns the constants that write a task, by their names. */
    private static Map<String, String> statements(byte[] classFile, Break wanted) throws Exception {
        Map<String, String> statements = texts(classFile, wanted);
        statements.values().removeIf(text -> !text.matches("(?s).*(update|delete from) rowmill_task.*"));
        return statements;
    }

    /** Returns all text constants of a class, by their names. */
    private static Map<String, String> texts(byte[] classFile, Break wanted) throws Exception {
        Map<String, String> texts = new TreeMap<>();
        for (Field field : new Alone(classFile).load(wanted).getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                field.setAccessible(true);
                texts.put(field.getName(), (String) field.get(null));
            }
        }
        return texts;
    }

    /** Loads one class from these bytes, even if another loader has the class. */
    private static final class Alone extends ClassLoader {

        private final byte[] classFile;

        Alone(byte[] classFile) {
            super(BrokenCopyTest.class.getClassLoader());
            this.classFile = classFile;
        }

        Class<?> load(Break wanted) {
            String name = wanted.file().replace(".class", "").replace('/', '.');
            return defineClass(name, classFile, 0, classFile.length);
        }
    }
}
