package io.github.rowmill.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.annotation.security.PermitAll;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Checks that each resource permits all callers, because Rowmill checks its callers itself. Otherwise an application
 * that denies resources without an annotation would refuse them.
 */
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
