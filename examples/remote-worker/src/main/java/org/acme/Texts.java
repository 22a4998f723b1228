package org.acme;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletionStage;

@Path("/texts")
public class Texts {

    record Text(@NotBlank String text) {}

    record Count(int words, String worker) {}

    @Inject
    TaskQueue tasks;

    @POST
    public CompletionStage<String> count(String text) {
        return tasks.enqueueAsync(NewTask.of("count-words", new Text(text)))
                .thenCompose(task -> tasks.result(task.id(), Count.class)) // waits, and holds no thread
                .thenApply(count -> "%d words, counted by %s%n".formatted(count.words(), count.worker()));
    }
}
