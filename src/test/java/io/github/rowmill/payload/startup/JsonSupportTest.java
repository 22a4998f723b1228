package io.github.rowmill.payload.startup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSupportTest {

    private final JsonSupport support =
            new JsonSupport(new ObjectMapper().registerModules(new JavaTimeModule(), new Jdk8Module()));

    enum Colour {
        RED
    }

    record Line(String article, int count) {}

    record Order(long id, List<Line> lines, Optional<Line> gift, Map<String, Colour> colours, Instant at) {}

    record Tree(String name, List<Tree> children) {}

    static class Bean {
        private String name = "";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    static final class Created {
        private final int n;

        @JsonCreator
        Created(@JsonProperty("n") int n) {
            this.n = n;
        }

        public int getN() {
            return n;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
    sealed interface Shape permits Circle {}

    record Circle(double radius) implements Shape {}

    interface Open {}

    record Drawing(
            Shape shape,
            List<Shape> more,
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) Open open,
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) List<Open> others) {}

    record Refusing(String name) {
        Refusing {
            if (name == null) {
                throw new IllegalArgumentException("name is missing");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Order.class,
                Tree.class,
                Bean.class,
                Created.class,
                Shape.class,
                Drawing.class,
                Refusing.class,
                String.class,
                Colour.class,
                JsonNode.class,
                Map.class,
                List.class
            })
    void aPayloadThatJacksonWritesAndReadsIsSupported(Class<?> payload) {
        assertThat(support.problem(support.types().constructType(payload))).isEmpty();
    }

    interface Unknowable {
        String name();
    }

    abstract static class AbstractPayload {
        public String name = "";
    }

    static class NoCreator {
        public final String name;

        NoCreator(String name, int n) {
            this.name = name + n;
        }
    }

    class Inner {
        public String name = "";
    }

    record Nested(List<NoCreator> parts) {}

    record Interfaces(List<Unknowable> parts) {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Interfaces.class,
                Unknowable.class,
                AbstractPayload.class,
                NoCreator.class,
                Inner.class,
                Nested.class
            })
    void aPayloadThatJacksonCannotCreateIsRefused(Class<?> payload) {
        assertThat(support.problem(support.types().constructType(payload)))
                .hasValueSatisfying(
                        problem -> assertThat(problem).startsWith("cannot be read from JSON: io.github.rowmill"));
    }

    @Test
    void theMessageNamesTheNestedClassAtFault() {
        assertThat(support.problem(support.types().constructType(Nested.class)))
                .hasValueSatisfying(problem -> assertThat(problem).contains(NoCreator.class.getName(), "@JsonCreator"));
    }

    static class Opaque {
        private final String hidden = "";
    }

    @Test
    void aClassWithoutVisiblePropertiesIsRefused() {
        assertThat(support.problem(support.types().constructType(Opaque.class)))
                .hasValueSatisfying(problem -> assertThat(problem).startsWith("cannot be written as JSON"));
    }

    static class Clashing {
        public void setName(int name) {}

        public void setName(boolean name) {}
    }

    @Test
    void aDefinitionThatJacksonRefusesIsReportedInItsWords() {
        assertThat(support.problem(support.types().constructType(Clashing.class)))
                .hasValueSatisfying(problem -> assertThat(problem).contains("Jackson cannot handle", "name"));
    }
}
