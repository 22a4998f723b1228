package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class FlowsExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @ApplicationScoped
    static class Shop {

        @Inject
        Flows flows;

        record Order(long id, String customer) {}

        record Receipt(String number) {}

        record Photo(String name) {}

        // A chain: one task after the other.
        @Transactional // your row of the order and all tasks commit together
        long sell(Order order) {
            return flows.enqueue(Flow.chain(
                                    "sale",
                                    NewTask.of("reserve", order),
                                    NewTask.of("pack", order),
                                    NewTask.of("write-invoice", order))
                            .uniqueKey("sale-" + order.id()))
                    .id();
        }

        // A workflow: ship needs the charge, and support is told if either fails for good.
        @Transactional
        long place(Order order) {
            Flow flow = Flow.of("order");
            Flow.Part charge = flow.add("charge", NewTask.of("charge-order", order));
            Flow.Part ship = flow.add("ship", NewTask.of("ship-parcel", order)).after(charge);
            flow.add("alarm", NewTask.of("tell-support", order)).ifFailed(charge, ship);
            return flows.enqueue(flow).id();
        }

        // Fan-out and fan-in: a task finds the photos, a task for each makes a thumbnail, and a last one zips them.
        long album(String name) {
            Flow flow = Flow.of("album");
            Flow.Part list = flow.add("list", NewTask.of("list-photos", name));
            Flow.Part thumbs = flow.add("thumbs").after(list); // it has no tasks yet
            flow.add("zip", NewTask.of("zip-album", name)).after(thumbs);
            return flows.enqueue(flow).id();
        }

        @Handles("charge-order")
        Receipt charge(Order order) {
            return new Receipt("r-" + order.id()); // the result of the task
        }

        @Handles("ship-parcel")
        void ship(Order order, TaskContext task) {
            Receipt receipt = flows.of(task).result("charge", Receipt.class);
            // your work
        }

        @Handles("list-photos")
        @Transactional // the tasks are added if this one completes
        void list(String album, TaskContext task) {
            flows.of(task)
                    .add("thumbs", Stream.of("a.jpg", "b.jpg").map(name -> NewTask.of("make-thumb", new Photo(name))));
        }

        @Handles("make-thumb")
        String thumb(Photo photo) {
            return "thumb-of-" + photo.name();
        }

        @Handles("zip-album")
        int zip(String album, TaskContext task) {
            try (Stream<String> thumbs = flows.of(task).results("thumbs", String.class)) {
                return thumbs.mapToInt(String::length).sum();
            }
        }

        @Handles(
                value = "tell-support",
                aliases = {"reserve", "pack", "write-invoice"})
        void others(Order order) {
            // your work
        }
    }

    @Inject
    Shop shop;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void clear() {
        mill.clear();
    }

    private String tasks() {
        return rows.text(
                "select string_agg(concat_ws(' ', type, status, result), ', ' order by type, id) from rowmill_task");
    }

    @Test
    void tasksOfTheChainRun() {
        long id = shop.sell(new Shop.Order(17, "a7"));
        assertThat(shop.sell(new Shop.Order(17, "a7"))).isEqualTo(id);

        mill.drain();

        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThat(tasks()).isEqualTo("pack completed, reserve completed, write-invoice completed");
    }

    @Test
    void theOrderIsCharged() {
        long id = shop.place(new Shop.Order(17, "a7"));

        mill.drain();

        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThat(tasks())
                .isEqualTo(
                        "charge-order completed {\"number\": \"r-17\"}, ship-parcel completed, tell-support cancelled");
    }

    @Test
    void theAlbumIsZipped() {
        long id = shop.album("summer");

        mill.drain();

        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThat(tasks()).endsWith("zip-album completed 28");
    }
}
