package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.logging.Log;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

@Path("/customers")
public class Crm {

    record Change(@NotBlank String customer, @NotBlank String address) {}

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{customer}")
    public String change(String customer, String address) {
        long task = tasks.enqueue(NewTask.of("change-address", new Change(customer, address)))
                .id();
        return "Task %d changes the address of %s.%n".formatted(task, customer);
    }

    @Handles(value = "change-address", queue = "crm", key = "customer", maxAttempts = 2)
    void write(Change change) {
        if (change.address().contains("?")) {
            throw new IllegalArgumentException("the CRM refuses the address " + change.address());
        }
        Log.infof("%s lives in %s", change.customer(), change.address()); // your CRM
    }
}
