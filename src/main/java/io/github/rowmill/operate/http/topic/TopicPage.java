package io.github.rowmill.operate.http.topic;

import io.github.rowmill.db.Page;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of topics, by name. */
@RegisterForReflection
@Schema(name = "RowmillTopicPage", description = "A page of topics, by name.")
public record TopicPage(
        List<TopicJson> topics,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        String next) {

    static TopicPage of(Page<TopicJson> page) {
        return new TopicPage(page.rows(), page.next(TopicJson::name));
    }
}
