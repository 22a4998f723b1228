package io.github.rowmill.payload.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.github.rowmill.sample.Enqueues;
import io.github.rowmill.sample.Enqueues.Pallet;
import io.github.rowmill.sample.Enqueues.Parcel;
import io.github.rowmill.sample.Enqueues.Piece;
import io.github.rowmill.sample.Returns;
import io.github.rowmill.sample.Returns.Later;
import io.github.rowmill.sample.Returns.Receipt;
import io.github.rowmill.sample.Returns.Total;
import io.github.rowmill.sample.Returns.Unseen;
import io.github.rowmill.sample.Returns.Voucher;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadClassesTest {

    // These classes are no beans. The test only reads their class files.
    static class Methods {
        @Handles("order")
        void order(Order order, TaskContext task) {}

        @Handles("only-context")
        void context(TaskContext task) {}

        @Handles("nothing")
        void nothing() {}

        void noHandler(Unhandled unhandled) {}
    }

    record Order(long id, List<Line> lines, Optional<Gift> gift, Map<String, ? extends Label> labels, Size[] sizes) {}

    record Line(String article, Price price) {}

    record Price(long cents) {}

    record Gift(String text) {}

    static class Label {
        Colour colour;
    }

    enum Colour {
        RED
    }

    enum Size {
        S
    }

    static class Unhandled {
        String name;
    }

    abstract static class Base<T extends Parent> implements TaskHandler<T> {}

    static class Parent {
        Inherited inherited;
    }

    record Inherited(int n) {}

    @Handles("bean")
    static class Bean extends Base<Child> {
        @Override
        public Object handle(Child child, TaskContext task) {
            return child;
        }
    }

    static class Child extends Parent {
        @JsonDeserialize(using = CodeReader.class)
        Code code;
    }

    record Code(String text) {}

    static class CodeReader extends FromStringDeserializer<Code> {
        CodeReader() {
            super(Code.class);
        }

        @Override
        protected Code _deserialize(String value, com.fasterxml.jackson.databind.DeserializationContext context) {
            return new Code(value);
        }
    }

    record Kept(KeptPart part) {}

    record KeptPart(int n) {}

    static class Keeps {
        @Handles(value = "keeps", keeps = Kept.class)
        void keeps(TaskContext task) {}
    }

    @Handles(
            value = "keeping-bean",
            keeps = {Kept.class, Gift.class})
    static class KeepingBean implements TaskHandler<Order> {
        @Override
        public Object handle(Order order, TaskContext task) {
            return order;
        }
    }

    static class OfInterface {
        @Handles("shape")
        void shape(Shape shape) {}
    }

    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    interface Shape {}

    record Circle(double radius) implements Shape {}

    record Square(Side side) implements Shape {}

    record Side(double length) {}

    /** Makes tasks as the library's own classes do. */
    static class MakesTasks {
        NewTask gift(Gift gift) {
            return NewTask.of("gift", gift);
        }
    }

    private static final List<Class<?>> EXPECTED = List.of(
            Order.class,
            Line.class,
            Price.class,
            Gift.class,
            Label.class,
            Colour.class,
            Size.class,
            Child.class,
            Parent.class,
            Inherited.class,
            Code.class,
            CodeReader.class,
            Shape.class,
            Circle.class,
            Square.class,
            Side.class,
            Parcel.class,
            Piece.class,
            Pallet.class);

    @Test
    void payloadsOfMethodsAndBeansAreFoundWithTheirParts() throws URISyntaxException {
        SortedSet<String> found = PayloadClasses.of(List.of(testClasses()));

        assertThat(found).containsAll(EXPECTED.stream().map(Class::getName).toList());
        assertThat(found).doesNotContain(Unhandled.class.getName(), TaskContext.class.getName());
    }

    @Test
    void findsTheClassesThatHandlersReturn(@TempDir Path folder) throws IOException, URISyntaxException {
        Path application = jar(
                folder.resolve("application.jar"),
                Returns.class,
                Receipt.class,
                Total.class,
                Later.class,
                Voucher.class,
                Unseen.class);

        assertThat(PayloadClasses.of(List.of(application)))
                .containsExactly(
                        Later.class.getName(), Receipt.class.getName(), Total.class.getName(), Voucher.class.getName());
    }

    @Test
    void findsTheClassesThatStepsAndSignalsKeep(@TempDir Path folder) throws IOException, URISyntaxException {
        Path methods = jar(folder.resolve("methods.jar"), Keeps.class, Kept.class, KeptPart.class);
        Path bean = jar(folder.resolve("bean.jar"), KeepingBean.class, Kept.class, KeptPart.class, Gift.class);

        assertThat(PayloadClasses.of(List.of(methods))).containsExactly(Kept.class.getName(), KeptPart.class.getName());
        assertThat(PayloadClasses.of(List.of(bean)))
                .containsExactly(Gift.class.getName(), Kept.class.getName(), KeptPart.class.getName());
    }

    @Test
    void payloadsInJarsAreFound(@TempDir Path folder) throws IOException, URISyntaxException {
        Path handlers = jar(folder.resolve("handlers.jar"), Methods.class);
        Path payloads = jar(folder.resolve("payloads.jar"), Order.class, Line.class, Price.class);

        assertThat(PayloadClasses.of(List.of(handlers, payloads, folder.resolve("missing.jar"))))
                .containsExactly(Line.class.getName(), Order.class.getName(), Price.class.getName());
    }

    @Test
    void enqueuedRecordsWithoutALocalHandlerAreFound(@TempDir Path folder) throws IOException, URISyntaxException {
        Path application = jar(
                folder.resolve("application.jar"), Enqueues.class, Parcel.class, Piece.class, Pallet.class, Gift.class);

        assertThat(PayloadClasses.of(List.of(application)))
                .containsExactly(Pallet.class.getName(), Parcel.class.getName(), Piece.class.getName());
    }

    @Test
    void findsNothingInTheLibrarysOwnClasses(@TempDir Path folder) throws IOException, URISyntaxException {
        Path library = jar(folder.resolve("library.jar"), MakesTasks.class, Gift.class);

        assertThat(PayloadClasses.of(List.of(library))).isEmpty();
    }

    private static Path testClasses() throws URISyntaxException {
        return Path.of(PayloadClassesTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static Path jar(Path file, Class<?>... classes) throws IOException, URISyntaxException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (Class<?> type : classes) {
                String name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                jar.write(Files.readAllBytes(testClasses().resolve(name)));
            }
        }
        return file;
    }
}
