package io.github.rowmill.chaos.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A file of ids. They are on the disk before {@link #add} returns, so they outlive every fault. */
public final class Admissions implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;
    private long count;

    public Admissions(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    public synchronized void add(Collection<Long> ids) throws IOException {
        String lines = ids.stream().map(id -> id + "\n").collect(Collectors.joining());
        ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
        count += ids.size();
    }

    public synchronized long count() {
        return count;
    }

    public Path file() {
        return file;
    }

    /** Reads the ids from the file. */
    Set<Long> ids() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(Long::valueOf).collect(Collectors.toSet());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
