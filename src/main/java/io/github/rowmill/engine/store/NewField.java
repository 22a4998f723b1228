package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of a new task, with the facts to read, check and write it.
 *
 * @param name the name in JSON and in violations. The column has the same words.
 * @param least the smallest number, or the shortest time in milliseconds
 * @param most the largest number, or the most characters of a text
 * @param access reads and sets the value
 * @param texts the texts of the REST API
 */
public record NewField(String name, Kind kind, long least, long most, Access access, Texts texts) {

    /** The kinds of values. */
    public enum Kind {
        /** A text that is part of a URL. */
        NAME,
        TEXT,
        /** A list of words. A violation has the index of the word. */
        WORDS,
        /** A list of fields of the payload. A violation has no index. */
        PATHS,
        NUMBER,
        TIME,
        MOMENT,
        FLAG,
        /** The name of a constant of {@code OnDuplicate}, in lower case. */
        CHOICE
    }

    record Access(Function<NewTask, ?> get, BiFunction<NewTask, Object, NewTask> set) {}

    /**
     * The texts of the REST API.
     *
     * @param ofTasks describes the field of a task; empty for no description
     * @param ofMessages describes the field of a message; null if a message of a topic has no such field
     * @param example an example of a task; null for none
     * @param exampleOfMessages an example of a message; null for none
     * @param absent the value if the field is missing; null if a setting decides
     */
    public record Texts(
            String ofTasks,
            @Nullable String ofMessages,
            @Nullable Object example,
            @Nullable Object exampleOfMessages,
            @Nullable Object absent) {

        private static final Texts NONE = new Texts("", null, null, null, null);
    }

    @SuppressWarnings("unchecked") // a field is set only to values of its kind
    private static <V> NewField of(
            Kind kind,
            String name,
            long least,
            long most,
            Function<NewTask, V> get,
            BiFunction<NewTask, V, NewTask> set) {
        Access access = new Access(get, (task, value) -> set.apply(task, (V) value));
        return new NewField(name, kind, least, most, access, Texts.NONE);
    }

    static NewField name(
            String name, int most, Function<NewTask, String> get, BiFunction<NewTask, String, NewTask> set) {
        return of(Kind.NAME, name, 1, most, get, set);
    }

    static NewField text(
            String name, int most, Function<NewTask, String> get, BiFunction<NewTask, String, NewTask> set) {
        return of(Kind.TEXT, name, 1, most, get, set);
    }

    static NewField texts(
            Kind kind,
            String name,
            int most,
            Function<NewTask, List<String>> get,
            BiFunction<NewTask, String[], NewTask> set) {
        return NewField.<List<String>>of(
                kind, name, 1, most, get, (task, texts) -> set.apply(task, texts.toArray(String[]::new)));
    }

    static NewField number(
            String name,
            int least,
            int most,
            Function<NewTask, Integer> get,
            BiFunction<NewTask, Integer, NewTask> set) {
        return of(Kind.NUMBER, name, least, most, get, set);
    }

    static NewField time(
            String name, long least, Function<NewTask, Duration> get, BiFunction<NewTask, Duration, NewTask> set) {
        return of(Kind.TIME, name, least, Long.MAX_VALUE, get, set);
    }

    static NewField moment(String name, Function<NewTask, Instant> get, BiFunction<NewTask, Instant, NewTask> set) {
        return of(Kind.MOMENT, name, 0, Long.MAX_VALUE, get, set);
    }

    /** Returns a field that is false if it is missing. {@code set} is called for true only. */
    static NewField flag(String name, Function<NewTask, Boolean> get, Function<NewTask, NewTask> set) {
        return NewField.<Boolean>of(Kind.FLAG, name, 0, 1, get, (task, is) -> is ? set.apply(task) : task)
                .absent(false);
    }

    static NewField choice(String name, Function<NewTask, Enum<?>> get, BiFunction<NewTask, String, NewTask> set) {
        return new NewField(
                name, Kind.CHOICE, 0, 0, new Access(get, (task, value) -> set.apply(task, (String) value)), Texts.NONE);
    }

    NewField api(String text) {
        return with(new Texts(text, texts.ofMessages, texts.example, texts.exampleOfMessages, texts.absent));
    }

    NewField api(String text, Object example) {
        return with(new Texts(text, texts.ofMessages, example, texts.exampleOfMessages, texts.absent));
    }

    /** Returns this field as one that messages have too, with the same text and the same example. */
    NewField ofMessages() {
        return ofMessages(texts.ofTasks);
    }

    NewField ofMessages(String text) {
        return with(new Texts(texts.ofTasks, text, texts.example, texts.example, texts.absent));
    }

    NewField exampleOfMessages(Object example) {
        return with(new Texts(texts.ofTasks, texts.ofMessages, texts.example, example, texts.absent));
    }

    NewField absent(Object value) {
        return with(new Texts(texts.ofTasks, texts.ofMessages, texts.example, texts.exampleOfMessages, value));
    }

    private NewField with(Texts changed) {
        return new NewField(name, kind, least, most, access, changed);
    }

    /** {@return the value, or null if the task has none} */
    public @Nullable Object get(NewTask task) {
        return access.get.apply(task);
    }

    /** Returns a copy of the task with the value, which has the type of the kind. */
    public NewTask set(NewTask task, Object value) {
        return access.set.apply(task, value);
    }

    /** Returns whether the range of a number has an upper end. */
    public boolean isBounded() {
        return most < Integer.MAX_VALUE;
    }

    /** Returns whether a message of a topic has the field. */
    public boolean isOfMessages() {
        return texts.ofMessages != null;
    }
}
