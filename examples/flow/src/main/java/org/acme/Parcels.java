package org.acme;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.quarkus.logging.Log;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.stream.Stream;

@Path("/orders")
public class Parcels {

    record Item(String name) {}

    record Order(List<String> items) {}

    @Inject
    Flows flows;

    @POST
    @Path("/{items}")
    @Transactional // your row of the order and all tasks commit together
    public String place(String items) {
        Order order = new Order(List.of(items.split(",")));
        Flow flow = Flow.of("order");
        Flow.Part pick = flow.add("pick", pick(order));
        Flow.Part ship = flow.add("ship", NewTask.of("ship-parcel", order)).after(pick);
        flow.add("alarm", NewTask.of("tell-support", order)).ifFailed(pick, ship);
        return "Flow %d ships the order.%n".formatted(flows.enqueue(flow).id());
    }

    private static List<NewTask> pick(Order order) {
        return order.items().stream()
                .map(item -> NewTask.of("pick-item", new Item(item)))
                .toList();
    }

    @Handles(value = "pick-item", maxAttempts = 1)
    String pick(Item item) {
        if (item.name().equals("unicorn")) {
            throw new IllegalStateException("there is no unicorn on the shelf");
        }
        Log.infof("The %s is picked", item.name());
        return "one " + item.name(); // the result of this task
    }

    @Handles("ship-parcel")
    String ship(Order order, TaskContext task) {
        try (Stream<String> picked = flows.of(task).results("pick", String.class)) {
            String parcel = String.join(" and ", picked.sorted().toList());
            Log.infof("A parcel leaves with %s", parcel);
            return parcel;
        }
    }

    @Handles("tell-support")
    void alarm(Order order) {
        Log.warnf("Support must look at the order of %s", order.items());
    }
}
