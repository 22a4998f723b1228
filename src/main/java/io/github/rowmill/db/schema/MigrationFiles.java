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

    /** Script of version 1, with which the history of a released version begins. */
    static final String FIRST = "V1__rowmill.sql";

    static final List<String> NAMES =
            List.of(FIRST, "V1.1__topics.sql", "V1.2__results.sql", "V1.3__flows.sql", "V1.4__steps.sql");

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
