package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.bench.report.Figures;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The process of a peer that runs the workload: {@code LoadMain name url}. Its commands are {@code settings},
 * {@code begin task together waiting seconds}, {@code end} and {@code waits from to}.
 */
final class LoadMain {

    private static final int THREADS = Integer.getInteger("peer.threads", 64);
    private static final int SECONDS_TO_END = 600;

    private final ExecutorService producer = Executors.newSingleThreadExecutor();
    private final Waits waits = new Waits();
    private final LoadPeer peer;
    private Future<Long> until = CompletableFuture.completedFuture(0L);

    private LoadMain(LoadPeer peer) {
        this.peer = peer;
    }

    public static void main(String[] args) {
        PeerMain.answer(() -> {
            AgroalDataSource database = PeerMain.pool(args[1]);
            LoadMain main = new LoadMain(
                    args[0].equals("Quartz")
                            ? new QuartzLoad(database, THREADS)
                            : new DbSchedulerLoad(database, THREADS));
            LoadTask.use(database, main.waits);
            return main::answer;
        });
    }

    private String answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "settings" -> peer.settings();
            case "begin" -> begin(words);
            case "end" -> end();
            case "waits" -> waits(Long.parseLong(words[1]), Long.parseLong(words[2]));
            default -> throw new IOException("What is " + words[0]);
        };
    }

    private String begin(String[] words) throws Exception {
        boolean row = !words[1].equals("work");
        int together = Integer.parseInt(words[2]);
        waits.begin(Integer.parseInt(words[3]));
        long end = System.nanoTime() + Integer.parseInt(words[4]) * 1_000_000_000L;
        peer.resume();
        Callable<Long> enqueues = () -> enqueue(row, together, end);
        until = producer.submit(enqueues);
        return "begun";
    }

    /** Enqueues until {@code end}, waits until all tasks have ended, and returns when the enqueues stopped. */
    private long enqueue(boolean row, int together, long end) throws Exception {
        int enqueued = 0;
        while (waits.takeRoom(together, end)) {
            List<String> payloads = Collections.nCopies(
                    together, TimedPayload.of(System.nanoTime()).json());
            peer.enqueue(row, payloads);
            enqueued += together;
        }
        long stopped = System.nanoTime();
        while (waits.count() < enqueued) {
            if (Clock.seconds(stopped) > SECONDS_TO_END) {
                throw new IllegalStateException("%d of %d tasks were run".formatted(waits.count(), enqueued));
            }
            Clock.pause();
        }
        return stopped;
    }

    private String end() throws Exception {
        long moment = until.get();
        peer.pause();
        return Long.toString(moment);
    }

    private String waits(long from, long to) {
        List<Double> all =
                Arrays.stream(waits.between(from, to)).asDoubleStream().boxed().toList();
        String quantiles = DoubleStream.of(0.5, 0.99, 1)
                .mapToObj(share -> Long.toString((long) Figures.quantile(all, share)))
                .collect(Collectors.joining(" "));
        return all.size() + " " + quantiles;
    }
}
