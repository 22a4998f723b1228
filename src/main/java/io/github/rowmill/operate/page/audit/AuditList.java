package io.github.rowmill.operate.page.audit;

import io.github.rowmill.engine.store.sql.Page;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.AuditEntry;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit, the newest first.
 *
 * @param kind of the one thing that is asked for; empty: all are
 * @param name of that thing
 * @param next where the page of older ones is; null: there is none
 */
public record AuditList(
        List<AuditRow> rows,
        String kind,
        String name,
        boolean isFirst,
        @Nullable String next) {

    static AuditList of(Page<AuditEntry> page, Audit.@Nullable Target target, boolean isFirst, Times times) {
        List<AuditRow> rows = page.map(entry -> AuditRow.of(entry, times)).rows();
        Long next = page.next(AuditEntry::id);
        String of = target == null ? "" : "&kind=%s&name=%s".formatted(target.kind(), Search.encoded(target.name()));
        return new AuditList(
                rows,
                target == null ? "" : target.kind(),
                target == null ? "" : target.name(),
                isFirst,
                next == null ? null : "audit?after=" + next + of);
    }

    /** The kinds of things, for a choice. */
    public List<String> kinds() {
        return AuditResource.KINDS;
    }

    /** Whether a row is the first of its day. */
    public boolean beginsDay(int row) {
        return row == 0 || !rows.get(row).day().equals(rows.get(row - 1).day());
    }
}
