package org.acme.shop;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

@Path("/orders")
public class Orders {

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{order}")
    @Transactional // the task exists if, and only if, this commits
    public String place(String order, @QueryParam("seconds") int seconds) {
        // your work: store the order
        var label = new Labels.Label(order, seconds);
        long task = tasks.enqueue(NewTask.of("print-label", label)).id();
        return "Order %s is placed. Task %d prints its label.%n".formatted(order, task);
    }
}
