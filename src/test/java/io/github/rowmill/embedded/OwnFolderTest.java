package io.github.rowmill.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFolderTest {

    @TempDir
    Path home;

    private static String permissions(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }

    @Test
    void aNewFolderIsOnlyForItsOwner() throws IOException {
        assertThat(permissions(OwnFolder.of(home.resolve("a/b")))).isEqualTo("rwx------");
    }

    @Test
    void anOpenFolderIsClosedToOtherUsers() throws IOException {
        Path open = Files.createDirectory(home.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        OwnFolder.of(open);

        assertThat(permissions(open)).isEqualTo("rwx------");
    }
}
