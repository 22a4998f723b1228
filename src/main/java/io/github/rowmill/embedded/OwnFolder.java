package io.github.rowmill.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder that only this user of the operating system can enter. The programs in it run as this user. */
final class OwnFolder {

    private static final String PRIVATE = "rwx------";

    private OwnFolder() {}

    /**
     * Creates a folder, or uses an existing one.
     *
     * @throws IOException the folder cannot be created, or belongs to another user; the message names it
     */
    static Path of(Path folder) throws IOException {
        Files.createDirectories(folder);
        PosixFileAttributeView view =
                Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            refuseOthers(folder, view);
            view.setPermissions(PosixFilePermissions.fromString(PRIVATE));
        }
        return folder;
    }

    private static void refuseOthers(Path folder, PosixFileAttributeView view) throws IOException {
        Path mine = Files.createTempFile("rowmill", null);
        try {
            if (!view.readAttributes().owner().equals(Files.getOwner(mine))) {
                throw new IOException("%s belongs to %s; delete it"
                        .formatted(folder, view.readAttributes().owner()));
            }
        } finally {
            Files.delete(mine);
        }
    }
}
