package io.github.rowmill.operate.http.topic;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.github.rowmill.api.NewSubscription;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a subscriber that is added or changed. Read-only fields of a subscriber are accepted and ignored,
 * so that a caller can send back a subscriber as it was read.
 */
@RegisterForReflection
@JsonIgnoreProperties({"type", "declaredBy", "created"})
@Schema(
        name = "RowmillNewSubscriber",
        description =
                "The settings of a subscriber. A field that is missing or null has the setting of the type. Read-only fields (`type`, `declaredBy`, `created`) are ignored.")
public record NewSubscriberJson(
        @Schema(description = "The queue of its tasks.", examples = "mail") @Nullable
        String queue,

        @Schema(minimum = "1") @Nullable Integer maxAttempts,

        @Schema(
                description =
                        "True if the annotation that declares the subscriber is not applied. If missing, a change pins a subscriber that code declares.")
        @Nullable
        Boolean pinned) {

    NewSubscription toNewSubscription(String topic, String type) {
        return new NewSubscription(topic, type, queue, maxAttempts);
    }
}
