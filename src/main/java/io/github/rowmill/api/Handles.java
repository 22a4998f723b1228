package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a CDI bean, or a bean that implements {@link TaskHandler}, the handler of a task type.
 *
 * <p>A method takes the payload, a {@link TaskContext}, both in this order, or nothing. With {@link #batch} it may
 * take a {@link Batch} of payloads instead. It is neither private nor static. It returns nothing, an {@link Outcome}, or a {@code Uni}, {@code CompletionStage} or {@code Future} of
 * either. The worker waits for an asynchronous result within the timeout, and cancels it if the attempt must stop.
 * A {@code Multi} or {@code Publisher} is refused at build.
 *
 * <p>If the method is {@code @Transactional}, directly or by a stereotype or an interceptor binding, the task is
 * completed in the handler's own transaction. The handler leaves that transaction to Rowmill and works in it on
 * its own thread, so it returns no asynchronous result. If the method is {@code @RunOnVirtualThread}, it runs on a
 * virtual thread, provided the JVM has them.
 *
 * <p>Each setting made here can be overridden for the type in configuration:
 * {@code rowmill.types."daily-report".timeout}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Handles {

    /** The type of the tasks: a name of the domain, not a class name; 1 to 200 characters. */
    String value();

    /** Former names of the type. This handler also runs tasks enqueued under them. */
    String[] aliases() default {};

    /** The queue of tasks enqueued without one; the default is {@code default}. */
    String queue() default "";

    /**
     * A field of the payload, as JSON names it, or a path such as {@code order.customer}. Its text, number or
     * boolean is the key of a task enqueued without one, see {@link NewTask#key}. If it is missing or null, the
     * task has no key. For a schedule, the field is read when the schedule is created, changed or declared. SQL
     * sets the key itself.
     */
    String key() default "";

    /**
     * Maximum execution time as a duration, {@code 90s}, {@code 15m} or {@code PT15M}; the default is
     * {@code rowmill.timeout}.
     */
    String timeout() default "";

    /**
     * Largest number of tasks that are run together, 1 to 10,000; the default is 1.
     *
     * <p>A handler that takes a {@link Batch} gets them in one call. A {@code @Transactional} handler that takes
     * one payload is called for each of them, one after the other, in one transaction. If a call fails, the
     * transaction is rolled back, and each task is run again alone. A handler is then called twice in one attempt.
     */
    int batch() default 1;

    /** Maximum number of attempts, at least 1; the default is {@code rowmill.max-attempts}. */
    int maxAttempts() default 0;

    /**
     * The classes of the values that the handler's steps keep, and of the payloads of the signals that it awaits;
     * the default is none.
     *
     * <p>If there are some, then all of them must be named, except classes of the JDK. A step with another class
     * throws {@link IllegalStateException}. Every node then shows and masks these values, and a native image can
     * read them.
     */
    Class<?>[] keeps() default {};
}
