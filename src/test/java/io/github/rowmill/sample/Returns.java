package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Outcome;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An application whose handlers return results. It is no bean: its class file is only read. */
public class Returns {

    public record Receipt(Total total) {}

    public record Total(long cents) {}

    public record Later(String text) {}

    public record Voucher(String code) {}

    public record Unseen(String text) {}

    @Handles("receipt")
    Receipt receipt() {
        return new Receipt(new Total(1));
    }

    @Handles("later")
    CompletionStage<List<Later>> later() {
        return CompletableFuture.completedStage(List.of());
    }

    @Handles("uni")
    Uni<Voucher> uni() {
        return Uni.createFrom().nullItem();
    }

    @Handles("outcome")
    Outcome outcome() {
        return Outcome.succeeded();
    }

    Unseen noHandler() {
        return new Unseen("");
    }
}
