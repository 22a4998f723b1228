package io.github.rowmill.feature.failure;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads failures for display. */
@Singleton
public class FailureReader {

    /** Largest number of attempts that are read for a course. */
    private static final int MAX_ATTEMPTS = 2_000;

    private final ReadDatabase database;

    FailureReader(ReadDatabase database) {
        this.database = database;
    }

    /**
     * The end of a page: the last failure on it.
     *
     * @param last time of its last attempt
     */
    public record Place(Instant last, String signature) {

        /** Precedes all failures. */
        public static final Place FIRST = new Place(Instant.parse("9999-12-31T23:59:59Z"), "");

        private static final Pattern TEXT = Pattern.compile("([0-9TZ:.-]{20,40})_([a-z0-9-]{1,40})");

        /** Returns the text of this place in addresses. */
        public String text() {
            return last + "_" + signature;
        }

        /** Returns the place of a text; empty if the text is not valid. */
        public static Optional<Place> of(String text) {
            Matcher parts = TEXT.matcher(text);
            try {
                return parts.matches()
                        ? Optional.of(new Place(Instant.parse(parts.group(1)), parts.group(2)))
                        : Optional.empty();
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }
    }

    private static final String ALL = """
            select f.signature,
                   min(f.exception) as exception,
                   min(f.frame) as frame,
                   min(f.message) as message,
                   cast(sum(f.count) as bigint) as count,
                   min(f.first) as first,
                   max(f.last) as last,
                   array_agg(distinct f.type) as types,
                   (array_agg(f.sample order by f.last desc))[1] as sample
              from rowmill_failure f
             where f.queue = any(coalesce(?, array[f.queue]))
               and f.type = coalesce(?, f.type)
               and f.signature = coalesce(?, f.signature)
             group by f.signature
            """;

    private static final String PAGE = ALL + """
            having max(f.last) < cast(? as timestamptz)
                or (max(f.last) = cast(? as timestamptz) and f.signature > ?)
             order by max(f.last) desc, f.signature
             limit ?
            """;

    /**
     * Returns failures after a place, the latest first.
     *
     * @param queues the only queues to read; null for all
     * @param type the only type to read; null for all
     */
    public List<Failure> page(@Nullable Set<String> queues, @Nullable String type, Place place, int limit) {
        String last = place.last().toString();
        return database.snapshot(sql ->
                sql.all(PAGE, FailureReader::read, array(queues), type, null, last, last, place.signature(), limit));
    }

    /**
     * Returns the failures with a signature.
     *
     * @param queues the only queues to read; null for all
     * @return empty if there are none in these queues
     */
    public Optional<Failure> find(String signature, @Nullable Set<String> queues) {
        return database.snapshot(sql -> sql.first(ALL, FailureReader::read, array(queues), null, signature));
    }

    private static final String PARTS = """
            select f.queue, f.type, f.count, f.last
              from rowmill_failure f
             where f.signature = ?
               and f.queue = any(coalesce(?, array[f.queue]))
             order by f.count desc, f.queue, f.type
             limit ?
            """;

    /**
     * Returns the failures with a signature by queue and type, the most frequent first.
     *
     * @param queues the only queues to read; null for all
     */
    public List<FailurePart> parts(String signature, @Nullable Set<String> queues, int limit) {
        return database.snapshot(sql -> sql.all(
                PARTS,
                row -> new FailurePart(
                        row.getString("queue"),
                        row.getString("type"),
                        row.getLong("count"),
                        Instants.read(row, "last")),
                signature,
                array(queues),
                limit));
    }

    // Reads the attempts of the latest tasks by the index of signatures. Each of them is a row to look up, so
    // their number is limited to a few thousand.
    private static final String COURSE = """
            with latest as materialized (
                select a.finished
                  from rowmill_attempt a
                 where a.signature = ?
                   and (cast(? as text[]) is null
                     or exists (select 1 from rowmill_task t where t.id = a.task and t.queue = any(?)))
                 order by a.task desc
                 limit ?),
            counted as (
                select date_bin(make_interval(secs => ?), l.finished, timestamptz 'epoch') as start, count(*) as count
                  from latest l
                 group by start),
            edge as (
                select date_bin(make_interval(secs => ?), now(), timestamptz 'epoch') as last)
            select step.start, coalesce(c.count, 0) as count, (select count(*) from latest) as looked_at
              from edge e
             cross join generate_series(e.last - make_interval(secs => ?), e.last, make_interval(secs => ?)) step(start)
              left join counted c on c.start = step.start
             order by step.start
            """;

    /**
     * Returns the number of attempts with a signature in each of {@code steps} steps, up to now.
     *
     * @param queues the only queues to read; null for all
     */
    public FailureCourse course(String signature, @Nullable Set<String> queues, Duration step, int steps) {
        record Step(Instant start, long count, long lookedAt) {}
        double seconds = Seconds.of(step);
        List<Step> all = database.snapshot(sql -> sql.all(
                COURSE,
                row -> new Step(Instants.read(row, "start"), row.getLong("count"), row.getLong("looked_at")),
                signature,
                array(queues),
                array(queues),
                MAX_ATTEMPTS,
                seconds,
                seconds,
                seconds * (steps - 1),
                seconds));
        return new FailureCourse(
                all.stream().map(Step::count).toList(),
                all.get(0).start(),
                all.get(0).lookedAt() < MAX_ATTEMPTS);
    }

    private static String @Nullable [] array(@Nullable Set<String> queues) {
        return queues == null ? null : queues.toArray(String[]::new);
    }

    private static Failure read(ResultSet row) throws SQLException {
        Array types = row.getArray("types");
        return new Failure(
                row.getString("signature"),
                row.getString("exception"),
                row.getString("frame"),
                row.getString("message"),
                row.getLong("count"),
                Instants.read(row, "first"),
                Instants.read(row, "last"),
                List.of((String[]) types.getArray()),
                row.getLong("sample"));
    }
}
