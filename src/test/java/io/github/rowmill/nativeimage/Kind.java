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

/** The kinds of objects for the builder of a native image. */
enum Kind {
    /** An object that must not be in an image. */
    REFUSED,

    /** An object of the JDK that is not on the list of those that may be in an image. */
    UNKNOWN,

    /** An object that holds other objects and returns them. */
    HOLDER,

    /** An object whose fields are read. */
    OPEN,

    /** An object that reaches no object that could be refused. */
    PLAIN;

    /** The classes that the builder refuses, and the classes of the JDK that hold such objects. */
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

    /** Packages and classes of the JDK that hold none of these. Check what a new class holds before you add it. */
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

    /** Packages of classes that Quarkus substitutes in an image. */
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

    /**
     * Returns whether reflection may read an object of this class. It may read all classes except those in the JDK's
     * modules.
     */
    static boolean isOpen(Class<?> type) {
        return !type.getModule().isNamed() && !type.isArray();
    }
}
