package io.github.rowmill.task;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.hibernate.annotations.ColumnTransformer;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code rowmill_task}. It can be queried and joined like any entity. It has no setters, because only
 * {@code TaskQueue}, the engine and operators change a task's state. Its name in queries is {@code RowmillTask},
 * because an application may have its own {@code Task}.
 *
 * <p>The columns {@code version} and {@code operator_id} fence stale nodes. Every transition raises the version, and
 * every verdict compares both.
 */
@Entity(name = "RowmillTask")
@Table(name = "rowmill_task")
@DynamicUpdate
public class Task extends TaskPlan {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String type;

    @Column(name = "operator_id")
    private @Nullable String operatorId;

    private @Nullable Instant expiry;

    private int attempts;

    private int crashes;

    @Column(name = "timeout", columnDefinition = "interval")
    @ColumnTransformer(read = "extract(epoch from timeout)::float8", write = "make_interval(secs => ?)")
    private @Nullable Double timeoutSeconds;

    @Version
    private long version;

    @Column(name = "unique_key")
    private @Nullable String uniqueKey;

    private Instant created;

    private @Nullable Instant started;

    private @Nullable Instant finished;

    private @Nullable String source;

    @JdbcTypeCode(SqlTypes.ARRAY)
    @ColumnTransformer(read = "case when array_ndims(tags) > 1 then array(select unnest(tags)) else tags end")
    private @Nullable String[] tags;

    @Column(columnDefinition = "jsonb")
    @ColumnTransformer(read = "context::text", write = "?::jsonb")
    private @Nullable String context;

    private @Nullable String error;

    private @Nullable String schedule;

    private @Nullable Instant tick;

    private @Nullable String key;

    @Column(name = "unique_while_queued")
    private @Nullable Boolean uniqueWhileQueued;

    @Column(name = "unique_for", columnDefinition = "interval")
    @ColumnTransformer(read = "extract(epoch from unique_for)::float8", write = "make_interval(secs => ?)")
    private @Nullable Double uniqueForSeconds;

    @Column(name = "expires_at")
    private @Nullable Instant expiresAt;

    private @Nullable String awaits;

    @JdbcTypeCode(SqlTypes.SMALLINT)
    private @Nullable Integer progress;

    @Column(name = "progress_note")
    private @Nullable String progressNote;

    /** Constructor for Hibernate. */
    protected Task() {}

    public long getId() {
        return id == null ? 0 : id;
    }

    public String getType() {
        return type;
    }

    /** {@return the node that holds the task, or null unless it is executing} */
    public @Nullable String getOperatorId() {
        return operatorId;
    }

    /** {@return the end of the lease if it is not renewed, or null unless the task is executing} */
    public @Nullable Instant getExpiry() {
        return Moments.finiteOrNull(expiry);
    }

    /** Returns the number of attempts begun, including crashed ones. */
    public int getAttempts() {
        return attempts;
    }

    /** Returns the number of times that the lease expired before the task was finished. */
    public int getCrashes() {
        return crashes;
    }

    /** {@return the maximum execution time set for this task, or null for the type's} */
    public @Nullable Duration getTimeout() {
        return Moments.durationOrNull(timeoutSeconds);
    }

    public long getVersion() {
        return version;
    }

    /** {@return the unique key that the task holds, or held until it ended; null if none or if it was released} */
    public @Nullable String getUniqueKey() {
        return uniqueKey;
    }

    /** Returns whether the task holds its unique key until its first start only. */
    public boolean isUniqueWhileQueued() {
        return Boolean.TRUE.equals(uniqueWhileQueued);
    }

    /** {@return the time after its end that the task still holds its unique key, or null for none} */
    public @Nullable Duration getUniqueFor() {
        return Moments.durationOrNull(uniqueForSeconds);
    }

    /** {@return the latest time of the first start, or null for no limit} */
    public @Nullable Instant getExpiresAt() {
        return Moments.finiteOrNull(expiresAt);
    }

    public Instant getCreated() {
        return Moments.finite(created);
    }

    /** {@return the time of the last attempt's claim, or null for none} */
    public @Nullable Instant getStarted() {
        return Moments.finiteOrNull(started);
    }

    public @Nullable Instant getFinished() {
        return Moments.finiteOrNull(finished);
    }

    public @Nullable String getSource() {
        return source;
    }

    /** Returns the tags in one list, without nulls, whatever dimensions the array has. */
    public List<String> getTags() {
        return Arrays.stream(tags).filter(Objects::nonNull).toList();
    }

    /** Returns trace and identity of the enqueue's caller, as JSON text. */
    public @Nullable String getContext() {
        return context;
    }

    /** Returns the last failure, in one line or a few. */
    public @Nullable String getError() {
        return error;
    }

    /** {@return the schedule that made the task, or null for none} */
    public @Nullable String getSchedule() {
        return schedule;
    }

    /** {@return the tick of the schedule that made the task, or null for none} */
    public @Nullable Instant getTick() {
        return Moments.finiteOrNull(tick);
    }

    @Override
    boolean hasKey() {
        return key != null;
    }

    /** {@return the key of the task within its queue, or null for none} */
    public @Nullable String getKey() {
        return key;
    }

    /** {@return the signal that a queued task waits for, or null for none} */
    public @Nullable String getAwaits() {
        return getStatus() == TaskStatus.QUEUED ? awaits : null;
    }

    /** {@return the last progress that a handler has reported and a node has written, or null for none} */
    public @Nullable Progress getProgress() {
        return Progress.ofRow(progress, progressNote);
    }
}
