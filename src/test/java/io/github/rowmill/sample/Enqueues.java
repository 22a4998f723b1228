package io.github.rowmill.sample;

import io.github.rowmill.api.NewTask;
import java.util.List;

/** Enqueues what another application handles; never called, only read. */
public class Enqueues {

    /** Made where it is enqueued. */
    public record Parcel(long weight, List<Piece> pieces) {}

    /** A part. */
    public record Piece(String article) {}

    /** Made elsewhere. */
    public record Pallet(double weight) {}

    NewTask parcel(long weight) {
        return NewTask.of("parcel", new Parcel(weight, List.of(new Piece("tea"))));
    }

    NewTask pallets(List<Pallet> pallets) {
        return NewTask.of("pallets", pallets);
    }
}
