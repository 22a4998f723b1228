package io.github.rowmill.operate.http.topic;

import io.github.rowmill.operate.admin.AdminTopics;
import io.github.rowmill.operate.http.json.EnqueuedJson;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The result of a publish. */
@RegisterForReflection
@Schema(name = "RowmillPublished", description = "The result of a publish.")
public record PublishedJson(
        @Schema(examples = "order-placed") String topic,

        @Schema(description = "A task for each subscriber, by type. Empty if the topic has no subscribers.")
        List<Task> tasks) {

    /** The task of a subscriber. */
    @RegisterForReflection
    @Schema(name = "RowmillPublishedTask", description = "The task of a subscriber.")
    public record Task(
            @Schema(examples = "send-receipt") String type,
            @Schema(examples = "mail") String queue,

            @Schema(description = "The id of the new task, or of the task that already holds the unique key.")
            long id,

            @Schema(description = "True if no new task was created.")
            boolean duplicate,

            @Schema(description = EnqueuedJson.RESULT, examples = "new")
            String result) {

        private static Task of(AdminTopics.Delivery one) {
            EnqueuedJson enqueued = EnqueuedJson.of(one.enqueued());
            return new Task(one.type(), one.queue(), enqueued.id(), enqueued.duplicate(), enqueued.result());
        }
    }

    static PublishedJson of(String topic, List<AdminTopics.Delivery> tasks) {
        return new PublishedJson(topic, tasks.stream().map(Task::of).toList());
    }
}
