package org.acme.shop;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** Enqueues tasks that another application handles. */
@ApplicationScoped
class Parcels {

    record Parcel(long purchase, List<Piece> pieces) {}

    record Piece(String article) {}

    @Inject
    TaskQueue tasks;

    void send(long purchase, String article) {
        tasks.enqueue(NewTask.of("send-parcel", new Parcel(purchase, List.of(new Piece(article)))));
    }
}
