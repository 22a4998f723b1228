package io.github.rowmill.operate.page.audit;

import io.github.rowmill.db.Page;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.AuditEntry;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit, newest entry first.
 *
 * @param kind kind of the thing that is searched for; empty for all
 * @param name name of that thing
 * @param next path of the page with older entries; null if there is none
 */
public record AuditList(
        List<AuditEntry> rows,
        String kind,
        String name,
        boolean isFirst,
        @Nullable String next) {

    static AuditList of(Page<AuditEntry> page, Audit.@Nullable Target target, boolean isFirst) {
        Long next = page.next(AuditEntry::id);
        String of = target == null ? "" : "&kind=%s&name=%s".formatted(target.kind(), Search.encoded(target.name()));
        return new AuditList(
                page.rows(),
                target == null ? "" : target.kind(),
                target == null ? "" : target.name(),
                isFirst,
                next == null ? null : "audit?after=" + next + of);
    }

    /** Returns the kinds of things to choose from. */
    public List<String> kinds() {
        return AuditResource.KINDS;
    }

    /** Returns whether a row is the first of its day. */
    public boolean beginsDay(int row, Times times) {
        return row == 0 || !AuditTexts.day(rows.get(row), times).equals(AuditTexts.day(rows.get(row - 1), times));
    }
}
