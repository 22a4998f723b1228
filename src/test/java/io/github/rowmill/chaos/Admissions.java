package io.github.rowmill.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.stream.Collectors;

/** A file of ids that is on the disk before anything else is done: what was promised outlives everything. */
final class Admissions implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;
    private long count;

    Admissions(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    synchronized void add(Collection<Long> ids) throws IOException {
        String lines = ids.stream().map(id -> id + "\n").collect(Collectors.joining());
        ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
        count += ids.size();
    }

    synchronized long count() {
        return count;
    }

    Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
