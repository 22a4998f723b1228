package io.github.rowmill.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The bounds of rows that the table has from schema version 1.3 on: taken away, and given back. */
final class Bounds {

    private static final Path MIGRATION = Path.of("src/main/resources/db/rowmill/V1.3__bounds.sql");

    private static final Set<String> OF_THE_FIRST_VERSION = Set.of("rowmill_task_counts", "rowmill_task_timeout");

    private static final String NAMES = """
            select string_agg('drop constraint ' || conname, ', ')
              from pg_constraint
             where conrelid = 'rowmill_task'::regclass
               and contype = 'c'
               and not convalidated
            """;

    private Bounds() {}

    static boolean ofTheFirstVersion(String bound) {
        return OF_THE_FIRST_VERSION.contains(bound);
    }

    static void drop(Rows rows) {
        String drops = rows.text(NAMES);
        if (drops != null) {
            rows.asSuperuser("alter table rowmill_task " + drops);
        }
    }

    /** As a migration does, whatever rows there are. */
    static void add(Rows rows) {
        rows.asSuperuser(migration());
    }

    static void restore(Rows rows) {
        drop(rows);
        add(rows);
    }

    private static String migration() {
        try {
            return Files.readString(MIGRATION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
