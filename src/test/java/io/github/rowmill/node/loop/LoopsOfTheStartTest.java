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
 * Checks that the start of a node creates each bean with a loop. A bean that is not injected before an event is
 * created at the event, or is removed from the application. Then its loop starts too late. Other tests do not find
 * this, because they inject the bean.
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

    /** Returns the beans that observe the start, and all beans that these depend on. */
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
