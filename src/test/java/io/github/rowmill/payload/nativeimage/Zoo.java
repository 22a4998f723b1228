package io.github.rowmill.payload.nativeimage;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Payloads of every shape that Jackson reads and writes. */
final class Zoo {

    private Zoo() {}

    static Stream<Object> animals() {
        return Stream.of(
                new Plain(1, List.of(new Part("a")), Map.of("c", new Part("d")), Size.S),
                Person.called("ada"),
                new Knot(7),
                new Garage(List.of(new Car(new Motor(90)), new Bike(new Bell(2)))),
                new Kennel(new Dog(new Bone(3))),
                new Invoice(),
                new Trip(new Place("oslo")),
                new Route(List.of(new Stop("a"))),
                new Crate(),
                new Snake(1),
                new Coded(new Code()),
                new Choice(new Left(new Part("l"))),
                new Stamped(new Stamp(5)),
                new OneOfTwo(new Bell(1)));
    }

    record Plain(int n, List<Part> parts, Map<String, Part> named, Size size) {}

    record Part(String name) {}

    enum Size {
        S {
            @Override
            int width() {
                return 1;
            }
        };

        abstract int width();
    }

    // An annotation on an interface's accessor names the field.
    interface Named {
        @JsonProperty("full-name")
        String getName();
    }

    static final class Person implements Named {
        private String name = "";

        static Person called(String name) {
            Person person = new Person();
            person.name = name;
            return person;
        }

        @Override
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    static final class Knot {
        public int n;
        public Knot self = this;

        Knot() {}

        Knot(int n) {
            this.n = n;
        }
    }

    // The JSON names the class.
    record Garage(List<Vehicle> vehicles) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface Vehicle {}

    record Car(Motor motor) implements Vehicle {}

    abstract static class Cycle implements Vehicle {
        public Bell bell;
    }

    static final class Bike extends Cycle {
        Bike() {}

        Bike(Bell bell) {
            this.bell = bell;
        }
    }

    record Motor(int power) {}

    record Bell(int rings) {}

    // The JSON names the class of one property.
    record Kennel(
            @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
            Guest guest) {}

    interface Guest {}

    record Dog(Bone bone) implements Guest {}

    record Bone(int length) {}

    /** Has a property of a type that no field has. */
    static final class Invoice {
        private long cents = 100;

        public Total getTotal() {
            return new Total(cents);
        }

        public void setTotal(Total total) {
            cents = total.cents();
        }
    }

    record Total(long cents) {}

    static final class Trip {
        private final String from;

        @JsonCreator
        Trip(@JsonProperty("from") Place from) {
            this.from = from.name();
        }

        @JsonProperty
        Map<String, String> from() {
            return Map.of("name", from);
        }
    }

    record Place(String name) {}

    @JsonDeserialize(builder = Route.Builder.class)
    record Route(List<Stop> stops) {

        @JsonPOJOBuilder
        static final class Builder {
            private List<Stop> stops = List.of();

            Builder withStops(List<Stop> some) {
                stops = some;
                return this;
            }

            Route build() {
                return new Route(stops);
            }
        }
    }

    record Stop(String name) {}

    static class Box<T> {
        public T content;
    }

    static final class Crate extends Box<Apple> {
        Crate() {
            content = new Apple(2);
        }
    }

    record Apple(int seeds) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Snake(int lengthInMetres) {}

    record Coded(@Shown Code code) {}

    @Retention(RetentionPolicy.RUNTIME)
    @JacksonAnnotationsInside
    @JsonSerialize(using = ToStringSerializer.class)
    @interface Shown {}

    static final class Code {
        Code() {}

        @JsonCreator
        static Code of(String text) {
            return new Code();
        }

        @Override
        public String toString() {
            return "code";
        }
    }

    record Choice(Side side) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Left.class))
    interface Side {}

    record Left(Part part) implements Side {}

    record Stamped(@JsonDeserialize(as = Stamp.class) Mark mark) {}

    interface Mark {}

    record Stamp(int n) implements Mark {}

    // No image can know all classes of this payload.
    record Anything(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object any) {}

    record OneOfTwo(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
            @JsonSubTypes({@JsonSubTypes.Type(Part.class), @JsonSubTypes.Type(Bell.class)})
            Object any) {}
}
