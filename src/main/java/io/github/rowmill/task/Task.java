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
 * A row of {@code rowmill_task}: query it and join it as any entity; it has no setters, as a task moves only by the
 * verbs of {@code TaskQueue}, of the engine and of admins. In queries it is {@code RowmillTask}, as an application may have a
 * {@code Task} of its own.
 *
 * <p>{@code version} and {@code operator_id} fence stale workers: every transition raises the version, and every write that ends
 * an attempt compares both.
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

    /** For Hibernate. */
    protected Task() {}

    public long getId() {
        return id == null ? 0 : id;
    }

    public String getType() {
        return type;
    }

    /** The node that holds the task, while it is executing. */
    public @Nullable String getOperatorId() {
        return operatorId;
    }

    /** When the lease ends unless it is renewed, while the task is executing. */
    public @Nullable Instant getExpiry() {
        return Moments.finiteOrNull(expiry);
    }

    /** Attempts begun so far, crashed ones included. */
    public int getAttempts() {
        return attempts;
    }

    /** How often the lease expired with the task unfinished. */
    public int getCrashes() {
        return crashes;
    }

    /** Maximum execution time that this task asks for; null: the type's. */
    public @Nullable Duration getTimeout() {
        return Moments.durationOrNull(timeoutSeconds);
    }

    public long getVersion() {
        return version;
    }

    /** The key that it holds, or held until it ended; null: none, or it has let it go. */
    public @Nullable String getUniqueKey() {
        return uniqueKey;
    }

    /** Whether it holds its key until its first start only. */
    public boolean isUniqueWhileQueued() {
        return Boolean.TRUE.equals(uniqueWhileQueued);
    }

    /** How long after its end it still holds its key; null: not at all. */
    public @Nullable Duration getUniqueFor() {
        return Moments.durationOrNull(uniqueForSeconds);
    }

    /** Unless it has started by then, it never does; null: it may start at any time. */
    public @Nullable Instant getExpiresAt() {
        return Moments.finiteOrNull(expiresAt);
    }

    public Instant getCreated() {
        return Moments.finite(created);
    }

    /** When the last attempt was claimed. */
    public @Nullable Instant getStarted() {
        return Moments.finiteOrNull(started);
    }

    public @Nullable Instant getFinished() {
        return Moments.finiteOrNull(finished);
    }

    public @Nullable String getSource() {
        return source;
    }

    /** One after the other, however the array is built; without those that are null. */
    public List<String> getTags() {
        return Arrays.stream(tags).filter(Objects::nonNull).toList();
    }

    /** Trace and identity of the enqueuer, as JSON text. */
    public @Nullable String getContext() {
        return context;
    }

    /** The last failure, in one line or a few. */
    public @Nullable String getError() {
        return error;
    }

    /** The schedule that made the task, if one did. */
    public @Nullable String getSchedule() {
        return schedule;
    }

    /** The tick of the schedule that it was made for. */
    public @Nullable Instant getTick() {
        return Moments.finiteOrNull(tick);
    }

    /** The partition of its queue that it belongs to. */
    public @Nullable String getKey() {
        return key;
    }
}
