package io.github.rowmill.handler.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.handler.ReturnTypes;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;

class SupertypesTest {

    /** Stands for a class of an optional library that an application lacks. */
    static class Absent implements AutoCloseable {

        @Override
        public void close() {}
    }

    static class Partial extends Absent implements Flow.Publisher<String> {

        @Override
        public void subscribe(Subscriber<? super String> subscriber) {}
    }

    /** Finds all class files except that of {@link Absent}. */
    private static final class Incomplete extends ClassLoader {

        Incomplete() {
            super(SupertypesTest.class.getClassLoader());
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return name.endsWith("$Absent.class") ? null : super.getResourceAsStream(name);
        }
    }

    private final Supertypes supertypes = new Supertypes(new Incomplete());

    @Test
    void classesAndInterfacesAreFoundAtAnyDepth() {
        assertThat(supertypes.withSupertypes(SubmissionPublisher.class.getName()))
                .containsExactlyInAnyOrder(
                        "java.util.concurrent.SubmissionPublisher",
                        "java.util.concurrent.Flow$Publisher",
                        "java.lang.AutoCloseable",
                        "java.lang.Object");
        assertThat(supertypes.withSupertypes(CompletableFuture.class.getName()))
                .contains("java.util.concurrent.CompletionStage", "java.util.concurrent.Future");
    }

    @Test
    void aSupertypeThatIsMissingHidesNoOther() {
        assertThat(supertypes.withSupertypes(Partial.class.getName()))
                .contains(Absent.class.getName(), "java.util.concurrent.Flow$Publisher")
                .doesNotContain("java.lang.AutoCloseable");
        assertThat(ReturnTypes.refusal(supertypes.withSupertypes(Partial.class.getName()), false))
                .hasValueSatisfying(why -> assertThat(why).contains("Flow$Publisher"));
    }

    @Test
    void aMissingClassHasNoSupertypes() {
        assertThat(supertypes.withSupertypes("org.acme.Missing")).containsExactly("org.acme.Missing");
    }
}
