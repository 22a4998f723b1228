package io.github.rowmill.operate.http.topic;

import io.github.rowmill.api.Subscription;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A subscriber of a topic. */
@RegisterForReflection
@Schema(name = "RowmillSubscriber", description = "A subscriber of a topic.")
public record SubscriberJson(
        @Schema(description = "The type of its tasks.", examples = "send-receipt")
        String type,

        String queue,

        @Schema(description = "The maximum number of attempts of its tasks.")
        int maxAttempts,

        @Schema(description = "True if the annotation that declares the subscriber is not applied.")
        boolean pinned,

        @Schema(description = "The application whose code declares the subscriber.") @Nullable
        String declaredBy,

        Instant created) {

    static SubscriberJson of(Subscription one) {
        return new SubscriberJson(
                one.type(), one.queue(), one.maxAttempts(), one.pinned(), one.declaredBy(), one.created());
    }
}
