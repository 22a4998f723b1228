package io.github.rowmill.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with an order among them, to enqueue together by {@link Flows#enqueue}: a chain, a fan-out with a task after
 * it, or a graph. A flow consists of parts with names. A part is one task or many, and comes after parts that were
 * added before it. So there is no circle.
 *
 * <p>Not safe for threads. The enqueue checks names and tasks.
 *
 * <p>Example: {@code Flow flow = Flow.of("album"); Flow.Part thumbs = flow.add("thumbs", photos); flow.add("zip",
 * NewTask.of("zip", album)).after(thumbs);}
 */
public final class Flow {

    /** The effect of a dead or cancelled task on the parts after its own. */
    public enum Failure {
        /** They wait, and users are told. When the task was retried and has completed, they start. */
        HOLD,
        /** They are cancelled at once, and so are the parts after them. */
        CANCEL
    }

    /** When a part starts. */
    public enum Needs {
        /** When all tasks before it have completed. */
        COMPLETED,
        /** When all tasks before it have ended, whatever their result. */
        ENDED,
        /** When a task before it is dead or cancelled. */
        FAILED
    }

    private final String name;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private @Nullable String uniqueKey;
    private @Nullable String source;
    private Failure failure = Failure.HOLD;

    private Flow(String name) {
        this.name = name;
    }

    /** Creates a flow without parts. The name is the name of its kind, 1 to 200 characters. */
    public static Flow of(String name) {
        return new Flow(name);
    }

    /**
     * Creates a flow of tasks that run one after the other. Each is a part with the name of its type. If two have
     * the same type, the later one's name ends with its position, such as {@code mail-3}.
     */
    public static Flow chain(String name, NewTask... tasks) {
        Flow flow = new Flow(name);
        Part last = null;
        for (int i = 0; i < tasks.length; i++) {
            String type = tasks[i].type().isEmpty() ? "task" : tasks[i].type();
            Part next = flow.add(flow.parts.containsKey(type) ? type + "-" + (i + 1) : type, tasks[i]);
            last = last == null ? next : next.after(last);
        }
        return flow;
    }

    /**
     * Sets the unique key, 1 to 500 characters; none by default. One flow of this name that has not ended can have
     * it. The enqueue of another flow writes nothing and returns the first one.
     */
    public Flow uniqueKey(String key) {
        uniqueKey = key;
        return this;
    }

    /** Sets what happens after a failure; {@link Failure#HOLD} by default. */
    public Flow onFailure(Failure what) {
        failure = what;
        return this;
    }

    /** Sets the name of the enqueuing system or user, at most 200 characters. */
    public Flow source(String program) {
        source = program;
        return this;
    }

    /**
     * Adds a part of one task.
     *
     * @param part the part's name, 1 to 100 characters
     * @throws IllegalArgumentException the flow has a part of this name
     */
    public Part add(String part, NewTask task) {
        return add(part, List.of(task));
    }

    /**
     * Adds a part of many tasks, at most a million in a flow. They run side by side, as the rules of their queues
     * allow.
     *
     * @throws IllegalArgumentException the flow has a part of this name
     */
    public Part add(String part, Collection<NewTask> tasks) {
        Part added = new Part(part, parts.size() + 1, List.copyOf(tasks));
        if (parts.putIfAbsent(part, added) != null) {
            throw new IllegalArgumentException(
                    "the flow '%s' has a part '%s' already; use another name".formatted(name, part));
        }
        return added;
    }

    /**
     * Adds a part that has no tasks yet. Tasks before it add them, see {@link TaskFlow#add}.
     *
     * @throws IllegalArgumentException the flow has a part of this name
     */
    public Part add(String part) {
        return add(part, List.of());
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** {@return the unique key, or null for none} */
    public @Nullable String uniqueKey() {
        return uniqueKey;
    }

    /** {@return the name of the enqueuing system or user, or null if not set} */
    public @Nullable String source() {
        return source;
    }

    /** Returns what happens after a failure. */
    public Failure failure() {
        return failure;
    }

    /** Returns the parts, in the order in which they were added. */
    public List<Part> parts() {
        return List.copyOf(parts.values());
    }

    /** A part of a flow: tasks that start together. It starts with the flow, unless it comes after other parts. */
    public final class Part {

        private final String part;
        private final int number;
        private final List<NewTask> tasks;
        private final List<Part> before = new ArrayList<>();
        private Needs needs = Needs.COMPLETED;

        private Part(String part, int number, List<NewTask> tasks) {
            this.part = part;
            this.number = number;
            this.tasks = tasks;
        }

        /**
         * Starts this part when all tasks of these parts have completed.
         *
         * @throws IllegalArgumentException a part was not added to this flow before this one, or starts only after a
         *     failure
         * @throws IllegalStateException this part waits for other parts in another way
         */
        public Part after(Part... parts) {
            return comesAfter(Needs.COMPLETED, parts);
        }

        /**
         * Starts this part when all tasks of these parts have ended: completed, dead or cancelled.
         *
         * @throws IllegalArgumentException as {@link #after} throws it
         * @throws IllegalStateException as {@link #after} throws it
         */
        public Part afterEndOf(Part... parts) {
            return comesAfter(Needs.ENDED, parts);
        }

        /**
         * Starts this part as soon as one task of these parts is dead or cancelled. If none is, this part is
         * cancelled when all of them have completed. No part can come after it.
         *
         * @throws IllegalArgumentException as {@link #after} throws it
         * @throws IllegalStateException as {@link #after} throws it
         */
        public Part ifFailed(Part... parts) {
            return comesAfter(Needs.FAILED, parts);
        }

        private Part comesAfter(Needs how, Part... parts) {
            if (!before.isEmpty() && needs != how) {
                throw new IllegalStateException(
                        "the part '%s' has one condition for all parts before it: %s".formatted(part, needs));
            }
            for (Part one : parts) {
                if (one.flow() != flow() || one.number >= number) {
                    throw new IllegalArgumentException(
                            "the part '%s' can only come after parts that were added to its flow before it, not after '%s'"
                                    .formatted(part, one.part));
                }
                if (one.needs == Needs.FAILED) {
                    throw new IllegalArgumentException(
                            "no part can come after '%s', which starts only after a failure".formatted(one.part));
                }
            }
            needs = how;
            Arrays.stream(parts).filter(one -> !before.contains(one)).forEach(before::add);
            return this;
        }

        private Flow flow() {
            return Flow.this;
        }

        /** Returns the name. */
        public String name() {
            return part;
        }

        /** Returns the position in the flow, from 1. */
        public int number() {
            return number;
        }

        /** Returns the tasks. */
        public List<NewTask> tasks() {
            return tasks;
        }

        /** Returns the parts before this one; empty if it starts with the flow. */
        public List<Part> before() {
            return Collections.unmodifiableList(before);
        }

        /** Returns when this part starts. */
        public Needs needs() {
            return needs;
        }
    }
}
