package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.logging.Log;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

@Path("/exports")
public class Exports {

    record Export(@NotBlank String tenant, int number) {}

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{tenant}")
    public String order(String tenant, @QueryParam("count") @DefaultValue("1") int count) {
        tasks.enqueue(IntStream.rangeClosed(1, count)
                .mapToObj(number -> NewTask.of("export", new Export(tenant, number)))
                .toList());
        return "%d exports of %s are ordered.%n".formatted(count, tenant);
    }

    @Handles(value = "export", queue = "exports", key = "tenant") // the tenant of the payload is the task's key
    void export(Export export) throws InterruptedException {
        Log.infof("Export %d of %s begins", export.number(), export.tenant());
        TimeUnit.SECONDS.sleep(1); // your work
    }
}
