package io.github.rowmill.chaos.site;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the COMMIT in what a client sends: as a simple query, or bound to a statement that was parsed earlier, as the
 * JDBC driver does. Follows the frames of PostgreSQL's protocol 3.0 (manual, "Message Formats").
 */
final class CommitWatch {

    private static final int LENGTH_BYTES = 4;

    /** Requests for encryption; like the start-up message they have no type, but another message without one follows. */
    private static final Set<Integer> ENCRYPTION_REQUESTS = Set.of(80_877_103, 80_877_104);

    private final Set<String> commits = new HashSet<>();
    private byte[] rest = {};
    private boolean hasStarted;

    /** Whether this piece of the stream completes a message that runs a COMMIT. */
    boolean completesCommit(byte[] piece, int length) {
        byte[] all = Arrays.copyOf(rest, rest.length + length);
        System.arraycopy(piece, 0, all, rest.length, length);
        ByteBuffer stream = ByteBuffer.wrap(all);
        boolean found = false;
        while (hasWholeMessage(stream)) {
            found |= isCommit(stream);
        }
        rest = Arrays.copyOfRange(all, stream.position(), all.length);
        return found;
    }

    private boolean hasWholeMessage(ByteBuffer stream) {
        int type = hasStarted ? 1 : 0;
        return stream.remaining() >= type + LENGTH_BYTES
                && stream.remaining() >= type + stream.getInt(stream.position() + type);
    }

    private boolean isCommit(ByteBuffer stream) {
        char type = hasStarted ? (char) stream.get() : ' ';
        byte[] body = new byte[stream.getInt() - LENGTH_BYTES];
        stream.get(body);
        if (type == ' ') {
            hasStarted = !ENCRYPTION_REQUESTS.contains(ByteBuffer.wrap(body).getInt());
            return false;
        }
        return switch (type) {
            case 'Q' -> isCommit(text(body, 0));
            case 'P' -> remember(text(body, 0), text(body, 1));
            case 'B' -> commits.contains(text(body, 1));
            default -> false;
        };
    }

    private boolean remember(String statement, String query) {
        if (isCommit(query)) {
            commits.add(statement);
        } else {
            commits.remove(statement);
        }
        return false;
    }

    private static boolean isCommit(String query) {
        return query.strip().equalsIgnoreCase("commit");
    }

    /** The text at this place among those at the beginning of a message, each ended by a zero byte. */
    private static String text(byte[] body, int place) {
        int from = 0;
        for (int skipped = 0; skipped < place; skipped++) {
            from = end(body, from) + 1;
        }
        return new String(body, from, end(body, from) - from, StandardCharsets.UTF_8);
    }

    private static int end(byte[] body, int from) {
        int end = from;
        while (body[end] != 0) {
            end++;
        }
        return end;
    }
}
