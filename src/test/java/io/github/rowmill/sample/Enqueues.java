package io.github.rowmill.sample;

import io.github.rowmill.api.NewTask;
import java.util.List;

/** Enqueues tasks that another application handles. No code calls this class: its class file is only read. */
public class Enqueues {

    /** A payload that is created where it is enqueued. */
    public record Parcel(long weight, List<Piece> pieces) {}

    /** A part of a payload. */
    public record Piece(String article) {}

    /** A payload that is created elsewhere. */
    public record Pallet(double weight) {}

    NewTask parcel(long weight) {
        return NewTask.of("parcel", new Parcel(weight, List.of(new Piece("tea"))));
    }

    NewTask pallets(List<Pallet> pallets) {
        return NewTask.of("pallets", pallets);
    }
}
