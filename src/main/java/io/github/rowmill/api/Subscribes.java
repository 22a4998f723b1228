package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Subscribes the handler's type to a topic, beside {@link Handles}: a row of {@code rowmill_subscription}, written
 * when a node starts. From then on, each {@link TaskQueue#publish(String, Object) publish} makes a task for this
 * handler, whichever node or program publishes. A handler may subscribe to several topics.
 *
 * <p>The row has the queue and the maximum number of attempts of the type. A change of them changes the row at the
 * next start, unless the row is pinned. If the annotation is removed, that is reported, and the subscriber stays
 * until {@link Topics#unsubscribe}. If the handler is removed as well, its row is deleted an hour after the last
 * node with the handler has stopped.
 *
 * <p>Example: {@code @Handles("send-receipt") @Subscribes("order-placed")}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Subscribes.Several.class)
public @interface Subscribes {

    /** The topic: a name of the domain, 1 to 200 characters. */
    String value();

    /** The topics of a handler that subscribes to several. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {

        /** The topics. */
        Subscribes[] value();
    }
}
