package io.github.rowmill.db.schema;

import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * The migrations by name, because a native image cannot list a folder of its class path. A test compares the list
 * with the folder.
 */
final class MigrationFiles implements ResourceProvider {

    static final String FOLDER = "db/rowmill/";
    static final List<String> NAMES = List.of(
            "V1__tasks.sql",
            "V1.1__fill_factor.sql",
            "V1.2__claim_by_group.sql",
            "V1.3__bounds.sql",
            "V1.4__counts.sql",
            "V1.5__schedules.sql",
            "V1.6__queues.sql",
            "V1.7__turns.sql",
            "V1.8__unique.sql",
            "V1.9__search.sql",
            "V1.10__audit.sql",
            "V1.11__failures.sql",
            "V1.12__operators.sql",
            "V1.13__attempt_logs.sql",
            "V1.14__jobs.sql",
            "V1.15__series.sql",
            "V1.16__cheaper_writes.sql",
            "V1.17__views.sql",
            "V1.18__key_weights.sql",
            "V1.19__cheaper_single_writes.sql",
            "V1.20__claims_at_commit.sql",
            "V1.21__cheaper_rules.sql",
            "V1.22__own_tables.sql",
            "V1.23__promises.sql",
            "V1.24__patches.sql",
            "V1.25__signed_intervals.sql");

    /**
     * Version of the schema after all migrations. A migration that only adds is a minor version, such as
     * {@code V1.1__…}, and older nodes continue to work with it.
     */
    static final MigrationVersion LATEST = version(NAMES.get(NAMES.size() - 1));

    private static MigrationVersion version(String name) {
        return MigrationVersion.fromVersion(name.substring(1, name.indexOf("__")));
    }

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return NAMES.contains(name) ? new File(name) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return NAMES.stream()
                .filter(name ->
                        name.startsWith(prefix) && List.of(suffixes).stream().anyMatch(name::endsWith))
                .<LoadableResource>map(File::new)
                .toList();
    }

    private static final class File extends LoadableResource {

        private final String name;

        private File(String name) {
            this.name = name;
        }

        @Override
        public Reader read() {
            return new InputStreamReader(
                    Objects.requireNonNull(
                            MigrationFiles.class.getClassLoader().getResourceAsStream(FOLDER + name), FOLDER + name),
                    StandardCharsets.UTF_8);
        }

        @Override
        public String getAbsolutePath() {
            return FOLDER + name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return FOLDER + name;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
