package io.github.rowmill.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.annotation.security.PermitAll;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Rowmill checks its callers by itself, so an application that denies whatever carries no annotation must let them in. */
class ResourcesTest {

    @Test
    void everyResourceIsPermittedToAll() {
        assertThat(new ClassFileImporter()
                        .importPath(Path.of("target", "classes")).stream()
                                .filter(type -> type.isAnnotatedWith(jakarta.ws.rs.Path.class)))
                .hasSizeGreaterThan(20)
                .allMatch(type -> type.isAnnotatedWith(PermitAll.class));
    }
}
