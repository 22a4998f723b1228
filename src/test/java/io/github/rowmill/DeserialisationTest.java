package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that no text from outside chooses the class of an object. This covers Java serialization, Jackson and names
 * in rows.
 */
class DeserialisationTest {

    private static final Set<String> SERIAL_METHODS = Set.of(
            "readObject",
            "writeObject",
            "readObjectNoData",
            "readResolve",
            "writeReplace",
            "readExternal",
            "writeExternal");

    private static final Set<String> SERIAL_TYPES = Set.of(
            "java.io.ObjectInputStream",
            "java.io.ObjectOutputStream",
            "java.io.Externalizable",
            "java.rmi.MarshalledObject",
            "java.beans.XMLDecoder");

    private static final String TYPE_OF_JACKSON = "com.fasterxml.jackson.annotation.JsonTypeInfo";

    /** The packages that read and write rows. */
    private static final Set<String> ROWS =
            Set.of("task", "engine.enqueue", "engine.store", "engine.read", "db", "operate.http");

    /**
     * Classes that look up a class by a constant name: one of a library, one of a later Java, or their own class in
     * the driver's class loader.
     */
    private static final Set<String> MAY_LOAD_CLASSES =
            Set.of("EmbeddedPostgresConfig", "ListenerSockets", "WorkerThreads");

    /** Classes that read annotations of the application's payloads, to refuse or to mask these payloads. */
    private static final Set<String> MAY_KNOW_THE_ANNOTATION =
            Set.of("JsonSupport", "SensitiveFields", "JacksonShapes");

    /**
     * Classes that put the name of a Rowmill class into a configuration: of a filter for Hibernate, and of sockets
     * for the driver.
     */
    private static final Set<String> MAY_NAME_A_CLASS = Set.of("Mapping", "OwnTablesConfig", "ListenerSockets");

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void nothingIsReadOrWrittenByJavaSerialization() {
        assertThat(serialization(MAIN)).isEmpty();
    }

    @Test
    void noJacksonSettingAllowsClassNames() {
        assertThat(typing(MAIN)).isEmpty();
    }

    @Test
    void noClassIsLookedUpByANameFromOutside() {
        assertThat(lookups(MAIN)).isEmpty();
    }

    @Test
    void noClassNameIsPutIntoARow() {
        assertThat(names(MAIN)).isEmpty();
    }

    /** Otherwise the tests above would prove nothing. */
    @Test
    void eachForbiddenUseIsFound() {
        JavaClasses bad = new ClassFileImporter().importClasses(Bad.class, Bad.Shape.class);

        assertThat(serialization(bad)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(typing(bad)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(lookups(bad)).hasSize(1);
        assertThat(calls(bad).filter(DeserialisationTest::isName)).hasSize(1);
    }

    private static List<String> serialization(JavaClasses classes) {
        Stream<String> types = classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(arrow -> SERIAL_TYPES.contains(arrow.getTargetClass().getName()))
                .map(arrow -> arrow.getDescription());
        Stream<String> methods = classes.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> SERIAL_METHODS.contains(method.getName()))
                .map(JavaCodeUnit::getFullName);
        return Stream.concat(types, methods).toList();
    }

    private static List<String> typing(JavaClasses classes) {
        Stream<String> annotations = classes.stream()
                .filter(type -> !MAY_KNOW_THE_ANNOTATION.contains(type.getSimpleName()))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(arrow -> arrow.getTargetClass().getName().startsWith(TYPE_OF_JACKSON)
                        || arrow.getTargetClass()
                                .getPackageName()
                                .startsWith("com.fasterxml.jackson.databind.jsontype"))
                .map(arrow -> arrow.getDescription());
        Stream<String> calls = calls(classes)
                .filter(call -> Set.of("activateDefaultTyping", "activateDefaultTypingAsProperty", "setDefaultTyping")
                                .contains(call.getName())
                        || call.getName().startsWith("enableDefaultTyping"))
                .map(JavaAccess::getDescription);
        return Stream.concat(annotations, calls).toList();
    }

    private static List<String> lookups(JavaClasses classes) {
        return calls(classes)
                .filter(call -> call.getName().equals("forName")
                                && call.getTargetOwner().isEquivalentTo(Class.class)
                        || call.getName().equals("loadClass")
                        || call.getName().equals("findClass"))
                .filter(call -> !MAY_LOAD_CLASSES.contains(call.getOriginOwner().getSimpleName()))
                .map(JavaAccess::getDescription)
                .toList();
    }

    private static List<String> names(JavaClasses classes) {
        return calls(classes)
                .filter(DeserialisationTest::isName)
                .filter(call -> ROWS.stream().anyMatch(packageOf(call.getOriginOwner())::startsWith))
                .filter(call -> !MAY_NAME_A_CLASS.contains(call.getOriginOwner().getSimpleName()))
                .map(JavaAccess::getDescription)
                .toList();
    }

    private static boolean isName(JavaAccess<?> call) {
        return call.getTargetOwner().isEquivalentTo(Class.class)
                && Set.of("getName", "getTypeName", "getCanonicalName", "getSimpleName", "toString")
                        .contains(call.getName());
    }

    private static Stream<JavaAccess<?>> calls(JavaClasses classes) {
        return classes.stream().flatMap(type -> type.getAccessesFromSelf().stream());
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().replaceFirst("io\\.github\\.rowmill\\.?", "");
    }

    /** A class with everything that is forbidden. */
    private static final class Bad {

        @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
        private interface Shape {}

        Object read(InputStream in, String name) throws IOException, ClassNotFoundException {
            new ObjectMapper()
                    .activateDefaultTyping(
                            BasicPolymorphicTypeValidator.builder().build());
            Class<?> type = Class.forName(name);
            try (ObjectInputStream objects = new ObjectInputStream(in)) {
                return type.getName() + objects.readObject();
            }
        }

        private Object readResolve() {
            return this;
        }
    }
}
