package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Rule for exceptions of a class that a handler throws. The most specific rule that matches the exception applies.
 * If none matches, the task is retried after its backoff.
 *
 * <p>Example: {@code @OnFailure(of = RateLimited.class, then = Then.SNOOZE, after = "30s")}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(OnFailure.Rules.class)
public @interface OnFailure {

    /** Consequence of an exception. */
    enum Then {
        /** Makes another attempt, if one is left. */
        RETRY,
        /** Makes no other attempt: the task is dead. */
        GIVE_UP,
        /** Makes another attempt; this one does not count. */
        SNOOZE
    }

    /** The exception's class; its subclasses match too. */
    Class<? extends Throwable> of();

    /** The consequence. */
    Then then();

    /**
     * Delay of {@code RETRY} or {@code SNOOZE} as a duration, {@code 30s} or {@code PT30S}; the default is the
     * type's backoff.
     */
    String after() default "";

    /** Container for several rules on one handler. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Rules {

        /** The rules, in any order. */
        OnFailure[] value();
    }
}
