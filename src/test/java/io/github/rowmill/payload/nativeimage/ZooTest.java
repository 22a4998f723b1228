package io.github.rowmill.payload.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the classes that Jackson needs for a payload are registered, whatever the payload's shape. */
class ZooTest {

    @ParameterizedTest
    @MethodSource("io.github.rowmill.payload.nativeimage.Zoo#animals")
    void classesThatJacksonNeedsForAPayloadAreRegistered(Object animal) throws Exception {
        assertThat(registered(animal.getClass())).containsAll(Introspection.of(animal));
    }

    @Test
    void aPayloadWithUnlimitedSubtypesIsRefusedByName() {
        assertThatThrownBy(() -> registered(Zoo.Anything.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Zoo$Anything")
                .hasMessageContaining("@JsonSubTypes");
    }

    private static SortedSet<String> registered(Class<?> payload) throws Exception {
        try (ClassFiles files =
                new ClassFiles(List.of(home(Zoo.class), home(JsonIdentityInfo.class), home(ObjectMapper.class)))) {
            ClassGraph graph = new ClassGraph(files);
            graph.add(Type.create(DotName.createSimple(payload), Type.Kind.CLASS));
            return graph.names();
        }
    }

    private static Path home(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
