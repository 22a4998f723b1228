package io.github.rowmill.nativeimage;

import java.io.FileDescriptor;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** What an object is to the builder of a native image. */
enum Kind {
    /** It must not be in an image. */
    REFUSED,

    /** The JDK's, and not on the list of what may be in an image. */
    UNKNOWN,

    /** It has others in it, and gives them. */
    HOLDER,

    /** Its fields are read. */
    OPEN,

    /** It reaches nothing that could be refused. */
    PLAIN;

    /** What the builder refuses, and those of the JDK's classes that have such in them. */
    private static final List<Class<?>> FORBIDDEN = List.of(
            Random.class,
            SplittableRandom.class,
            Thread.class,
            ThreadGroup.class,
            Timer.class,
            ExecutorService.class,
            Future.class,
            Process.class,
            ProcessHandle.class,
            FileDescriptor.class,
            AutoCloseable.class,
            Cleaner.class,
            Cleaner.Cleanable.class);

    private static final List<Class<?>> HOLDERS = List.of(
            Object[].class, Map.class, Collection.class, Optional.class, AtomicReference.class, Reference.class);

    /** The JDK's packages and classes that are known to hold none of these: what a new one holds is to be looked at first. */
    private static final List<String> HARMLESS = List.of(
            "java.lang.Boolean",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.String",
            "java.math.",
            "java.time.",
            "java.util.Comparator$$Lambda",
            "java.util.Locale",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.regex.Pattern");

    /** Quarkus has substitutes for these in an image. */
    private static final List<String> SUBSTITUTED = List.of("org.jboss.logging.", "org.jboss.logmanager.");

    static Kind of(Object object) {
        Class<?> type = object.getClass();
        if (isOfMemoryOutside(object) || FORBIDDEN.stream().anyMatch(each -> each.isInstance(object))) {
            return REFUSED;
        }
        if (HOLDERS.stream().anyMatch(each -> each.isInstance(object))) {
            return HOLDER;
        }
        if (isOpen(type)) {
            return SUBSTITUTED.stream().anyMatch(type.getName()::startsWith) ? PLAIN : OPEN;
        }
        return type.isArray() || type.isEnum() || HARMLESS.stream().anyMatch(type.getName()::startsWith)
                ? PLAIN
                : UNKNOWN;
    }

    private static boolean isOfMemoryOutside(Object object) {
        return object instanceof Buffer buffer && buffer.isDirect();
    }

    /** Whether reflection may read it, as it may all but the JDK's modules. */
    static boolean isOpen(Class<?> type) {
        return !type.getModule().isNamed() && !type.isArray();
    }
}
