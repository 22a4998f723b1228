package io.github.rowmill.api;

/** Thrown if a topic has no subscriber of this type. */
public final class SubscriptionNotFoundException extends RowmillException {

    public SubscriptionNotFoundException(String topic, String type) {
        super("the topic '%s' has no subscriber '%s'; add it first".formatted(topic, type));
    }
}
