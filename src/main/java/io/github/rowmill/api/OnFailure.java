package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What to do when a handler throws an exception of a class; the most specific rule that matches the exception wins,
 * and without one the task is retried after its backoff.
 *
 * <p>Example: {@code @OnFailure(of = RateLimited.class, then = Then.SNOOZE, after = "30s")}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(OnFailure.Rules.class)
public @interface OnFailure {

    /** What follows an exception. */
    enum Then {
        /** Another attempt, while there is one. */
        RETRY,
        /** No other attempt: the task is dead. */
        GIVE_UP,
        /** Another attempt, and this one does not count. */
        SNOOZE
    }

    /** The exception's class; its subclasses match too. */
    Class<? extends Throwable> of();

    /** What follows. */
    Then then();

    /** Delay of {@code RETRY} or {@code SNOOZE} as a duration, {@code 30s} or {@code PT30S}; the default is the type's backoff. */
    String after() default "";

    /** Several rules on one handler. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Rules {

        /** The rules, in any order. */
        OnFailure[] value();
    }
}
