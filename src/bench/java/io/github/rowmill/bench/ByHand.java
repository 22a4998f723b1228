package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.UserTransaction;
import jakarta.validation.constraints.NotBlank;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A hand-written loop with the same JTA, Hibernate and pool as handlers. It shows what tasks that persist an entity
 * can reach in this application. As in the benchmark's {@code Limit}, two loops claim and ten threads run the tasks,
 * with the same statements.
 */
@ApplicationScoped
class ByHand {

    private static final int LOOPS = 2;
    private static final int THREADS = 10;
    private static final int BATCH = 500;

    private final AgroalDataSource database;
    private final EntityManager entities;
    private final UserTransaction transaction;
    private final Notes notes;

    ByHand(AgroalDataSource database, EntityManager entities, UserTransaction transaction, Notes notes) {
        this.database = database;
        this.entities = entities;
        this.transaction = transaction;
        this.notes = notes;
    }

    /**
     * Two statements. The claim takes a limit and returns ids and versions. The completion takes an id and a version.
     */
    record Statements(@NotBlank String claim, @NotBlank String complete) {}

    private record Row(long id, long version) {}

    /** Drains the table with these statements. */
    @Handles("measure-by-hand")
    void drain(Statements sql, TaskContext task) throws SQLException, InterruptedException, ExecutionException {
        ExecutorService loops = Executors.newFixedThreadPool(LOOPS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            Callable<Void> loop = () -> drain(sql, threads);
            await(loops.invokeAll(List.of(loop, loop)));
            notes.note(task.id(), "took", System.nanoTime() - start);
        } finally {
            loops.shutdownNow();
            threads.shutdownNow();
        }
    }

    private Void drain(Statements sql, ExecutorService threads)
            throws SQLException, InterruptedException, ExecutionException {
        for (List<Row> rows = claim(sql.claim()); !rows.isEmpty(); rows = claim(sql.claim())) {
            await(threads.invokeAll(rows.stream()
                    .<Callable<Void>>map(row -> () -> run(sql.complete(), row))
                    .toList()));
        }
        return null;
    }

    private static void await(List<Future<Void>> all) throws InterruptedException, ExecutionException {
        for (Future<Void> one : all) {
            one.get();
        }
    }

    private List<Row> claim(String claim) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setInt(1, BATCH);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    rows.add(new Row(found.getLong(1), found.getLong(2)));
                }
            }
        }
        return rows;
    }

    private Void run(String complete, Row row) throws Exception {
        transaction.begin();
        entities.persist(new BenchEvent(row.id()));
        try (Connection connection = database.getConnection();
                PreparedStatement verdict = connection.prepareStatement(complete)) {
            verdict.setLong(1, row.id());
            verdict.setLong(2, row.version());
            verdict.executeUpdate();
        }
        transaction.commit();
        return null;
    }
}
