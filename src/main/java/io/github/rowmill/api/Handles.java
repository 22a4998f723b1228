package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a CDI bean, or a bean that implements {@link TaskHandler}, the handler of a task type.
 *
 * <p>A method takes the payload, a {@link TaskContext}, both in this order, or nothing; it is neither private nor static,
 * and may return nothing, an {@link Outcome}, or a {@code Uni}, {@code CompletionStage} or {@code Future} of either. The
 * worker waits for that within the timeout, and cancels it when the attempt is to stop. A {@code Multi} or
 * {@code Publisher} is refused at build.
 *
 * <p>Annotated {@code @Transactional}, be it by a stereotype or by an interceptor binding that has it, the task is
 * completed in the handler's own transaction, which the handler leaves to Rowmill and works in on its own thread: it
 * returns none of these. Annotated {@code @RunOnVirtualThread}, it runs on a virtual thread where the JVM
 * has them.
 *
 * <p>What is set here can be set for each type in configuration, which wins: {@code rowmill.types."daily-report".timeout}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Handles {

    /** The type of the tasks: a name of the domain, never a class name; 1 to 200 characters. */
    String value();

    /** Former names of the type; tasks enqueued under them are run by this handler too. */
    String[] aliases() default {};

    /** The queue of a task that names none; the default is {@code default}. */
    String queue() default "";

    /**
     * A field of the payload, as JSON names it, or a path such as {@code order.customer}: its text, number or boolean is the
     * key of a task that names none, see {@link NewTask#key}. A payload in which it is missing or null has no key. Schedules
     * and SQL name keys themselves.
     */
    String key() default "";

    /** Maximum execution time as a duration, {@code 90s}, {@code 15m} or {@code PT15M}; the default is {@code rowmill.timeout}. */
    String timeout() default "";

    /** Most attempts, at least 1; the default is {@code rowmill.max-attempts}. */
    int maxAttempts() default 0;
}
