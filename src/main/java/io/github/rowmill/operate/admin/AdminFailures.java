package io.github.rowmill.operate.admin;

import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.failure.Failure;
import io.github.rowmill.engine.failure.FailureReader;
import io.github.rowmill.engine.failure.FailureReader.Place;
import io.github.rowmill.operate.access.Access;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Failures for those who may see the tasks that failed. */
@Singleton
public class AdminFailures {

    private final Access access;
    private final FailureReader reader;

    AdminFailures(Access access, FailureReader reader) {
        this.access = access;
        this.reader = reader;
    }

    /** Failures behind a place, the latest first; of one queue or type, if they are given. */
    public List<Failure> page(@Nullable String queue, @Nullable String type, Place place, int limit) {
        access.requireOf(Permission.VIEW, queue);
        return reader.page(queue, type, place, limit);
    }

    /** The failures of one signature; of one queue, if it is given. */
    public Optional<Failure> find(String signature, @Nullable String queue) {
        access.requireOf(Permission.VIEW, queue);
        return reader.find(signature, queue);
    }
}
