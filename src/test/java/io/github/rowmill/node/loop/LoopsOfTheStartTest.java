package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.StartupEvent;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A bean that nobody asks for before an event is made when that comes, or left out of the application: too late for a loop
 * that the node starts. Tests do not see it, as they ask for it.
 */
class LoopsOfTheStartTest {

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void everyLoopIsMadeByTheStartOfTheNode() {
        Set<JavaClass> made = madeByTheStart();

        assertThat(MAIN.stream().filter(LoopsOfTheStartTest::makesALoop))
                .extracting(JavaClass::getSimpleName)
                .contains("JobLoop", "FailureCounter", "HourlyTrims")
                .isSubsetOf(made.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet()));
    }

    private static boolean makesALoop(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Loops.class)
                        && Set.of("regular", "vital").contains(call.getName())
                        && call.getOrigin().isConstructor());
    }

    /** Those that hear of the start, and all that they are made of. */
    private static Set<JavaClass> madeByTheStart() {
        Set<JavaClass> made = new LinkedHashSet<>();
        Deque<JavaClass> next = new ArrayDeque<>(MAIN.stream()
                .filter(type -> type.isAnnotatedWith(Startup.class)
                        || type.getMethods().stream().anyMatch(LoopsOfTheStartTest::hearsOfTheStart))
                .toList());
        while (!next.isEmpty()) {
            JavaClass type = next.pop();
            if (made.add(type)) {
                Stream.concat(
                                type.getConstructors().stream(),
                                type.getMethods().stream().filter(LoopsOfTheStartTest::hearsOfTheStart))
                        .flatMap(unit -> unit.getRawParameterTypes().stream())
                        .forEach(next::add);
            }
        }
        return made;
    }

    private static boolean hearsOfTheStart(JavaCodeUnit method) {
        return method.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(StartupEvent.class));
    }
}
