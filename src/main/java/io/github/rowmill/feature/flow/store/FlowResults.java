package io.github.rowmill.feature.flow.store;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.PartResults.TaskResult;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.payload.ResultCodec;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the results of the tasks of parts, in the caller's transaction if there is one. */
@Singleton
public class FlowResults {

    /** Rows of a page. Each may have a result of the largest size. */
    private static final int PAGE = 100;

    private final JoinedDatabase joined;
    private final ResultCodec codec;

    FlowResults(JoinedDatabase joined, ResultCodec codec) {
        this.joined = joined;
        this.codec = codec;
    }

    private static final String RESULTS = """
            select m.task, t.type, t.status, cast(t.result as text) as result, t.error
              from rowmill_part_task m
              left join rowmill_task t
                on t.id = m.task
             where m.flow = ?
               and m.part = ?
               and m.task > ?
             order by m.task
             limit ?
            """;

    private record Row(
            long task,
            @Nullable String type,
            @Nullable String status,
            @Nullable String result,
            @Nullable String error) {

        private static Row read(ResultSet row) throws SQLException {
            return new Row(
                    row.getLong("task"),
                    row.getString("type"),
                    row.getString("status"),
                    row.getString("result"),
                    row.getString("error"));
        }
    }

    /** Returns the tasks of a part with their results, in the order of their ids. Reads them page by page. */
    public <T> Stream<TaskResult<T>> all(long flow, String part, Class<T> type) {
        int number = number(flow, part);
        return Stream.iterate(page(flow, number, 0, PAGE), Objects::nonNull, page -> next(flow, number, page))
                .flatMap(List::stream)
                .map(row -> result(row, type));
    }

    /** Returns at most {@code most} tasks of a part with their results. */
    public <T> List<TaskResult<T>> first(long flow, String part, Class<T> type, int most) {
        return page(flow, number(flow, part), 0, most).stream()
                .map(row -> result(row, type))
                .toList();
    }

    private <T> TaskResult<T> result(Row row, Class<T> type) {
        return new TaskResult<>(row.task(), row.status(), value(row, type), row.error());
    }

    private @Nullable List<Row> next(long flow, int part, List<Row> page) {
        return page.size() < PAGE
                ? null
                : page(flow, part, page.get(page.size() - 1).task(), PAGE);
    }

    private List<Row> page(long flow, int part, long after, int most) {
        return joined.statement(sql -> sql.all(RESULTS, Row::read, flow, part, after, most));
    }

    private <T> @Nullable T value(Row row, Class<T> type) {
        return row.type() == null ? null : codec.read(row.type(), row.result(), type);
    }

    private static final String NUMBER = """
            select p.part
              from rowmill_part p
             where p.flow = ?
               and p.name = ?
               and p.part > 0
            """;

    private int number(long flow, String part) {
        return joined.statement(sql -> sql.first(NUMBER, row -> row.getInt(1), flow, part))
                .orElseThrow(() -> new FlowPassedException(flow, "it has no part '%s'".formatted(part)));
    }

    /** Counts the tasks of a part. */
    public FlowCounts counts(long flow, String part) {
        return joined.statement(sql -> FlowColumns.find(sql, flow)).stream()
                .flatMap(view -> view.parts().stream())
                .filter(one -> one.name().equals(part))
                .map(FlowView.Part::counts)
                .findFirst()
                .orElseThrow(() -> new FlowPassedException(flow, "it has no part '%s'".formatted(part)));
    }
}
