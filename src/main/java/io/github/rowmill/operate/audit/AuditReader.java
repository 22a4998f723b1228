package io.github.rowmill.operate.audit;

import io.github.rowmill.config.Permission;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.operate.access.Access;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the audit. Pages need the permission {@code admin} in all queues. */
@Singleton
public class AuditReader {

    private final Access access;
    private final ReadDatabase database;

    AuditReader(Access access, ReadDatabase database) {
        this.access = access;
        this.database = database;
    }

    private static final String ALL = """
            select a.id, a.at, a.actor, a.address, a.action, a.kind, a.name, a.before, a.after
              from rowmill_audit a
             where a.id < ?
             order by a.id desc
             limit ?
            """;

    private static final String OF_TARGET = """
            select a.id, a.at, a.actor, a.address, a.action, a.kind, a.name, a.before, a.after
              from rowmill_audit a
             where a.kind = ?
               and a.name = ?
               and a.id < ?
             order by a.id desc
             limit ?
            """;

    /** Returns the newest entries below an id, of one target if it is given. */
    public Page<AuditEntry> page(Audit.@Nullable Target target, long below, int limit) {
        access.requireEverywhere(Permission.ADMIN);
        return database.snapshot(sql -> target == null
                ? sql.page(limit, AuditReader::bytes, ALL, AuditReader::read, below, limit + 1)
                : sql.page(
                        limit,
                        AuditReader::bytes,
                        OF_TARGET,
                        AuditReader::read,
                        target.kind(),
                        target.name(),
                        below,
                        limit + 1));
    }

    private static long bytes(AuditEntry entry) {
        return Page.bytes(entry.before(), entry.after());
    }

    /**
     * Returns the latest entry of one target. It shows an operator which other operator was faster. The caller
     * needs the permission {@code operate}.
     */
    public Optional<AuditEntry> latest(Audit.Target target) {
        access.requireSomewhere(Permission.OPERATE);
        return database.snapshot(
                sql -> sql.first(OF_TARGET, AuditReader::read, target.kind(), target.name(), Long.MAX_VALUE, 1));
    }

    private static AuditEntry read(ResultSet row) throws SQLException {
        return new AuditEntry(
                row.getLong("id"),
                Instants.read(row, "at"),
                row.getString("actor"),
                row.getString("address"),
                row.getString("action"),
                row.getString("kind"),
                row.getString("name"),
                row.getString("before"),
                row.getString("after"));
    }
}
