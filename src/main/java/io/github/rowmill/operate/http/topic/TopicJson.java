package io.github.rowmill.operate.http.topic;

import io.github.rowmill.feature.topic.store.SubscriptionReader.Topic;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A topic with its subscribers. */
@RegisterForReflection
@Schema(name = "RowmillTopic", description = "A topic that has subscribers.")
public record TopicJson(
        @Schema(examples = "order-placed") String name,

        @Schema(description = "By type.") List<SubscriberJson> subscribers) {

    static TopicJson of(Topic topic) {
        return new TopicJson(
                topic.name(),
                topic.subscribers().stream().map(SubscriberJson::of).toList());
    }
}
