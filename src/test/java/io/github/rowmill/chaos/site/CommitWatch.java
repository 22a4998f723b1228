package io.github.rowmill.chaos.site;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds the COMMIT in the bytes of a client. It is a simple query, or is bound to a statement that was parsed earlier,
 * as by the JDBC driver. Follows the frames of PostgreSQL's protocol 3.0 (manual, "Message Formats").
 */
final class CommitWatch {

    private static final int LENGTH_BYTES = 4;

    /**
     * Codes of requests for encryption. Like the start-up message they have no type, but another message without a type
     * follows.
     */
    private static final Set<Integer> ENCRYPTION_REQUESTS = Set.of(80_877_103, 80_877_104);

    private final Map<String, Kind> kinds = new HashMap<>();
    private byte[] rest = {};
    private boolean hasStarted;

    /** True if the open transaction has claimed a task. */
    private boolean hasClaimed;

    /**
     * The end of a transaction in a piece of the stream. In that transaction, a task may have been claimed as it was
     * enqueued.
     */
    enum Found {
        NOTHING,
        COMMIT,
        COMMIT_OF_A_CLAIM
    }

    private enum Kind {
        COMMIT,
        CLAIM,
        /** A statement that enqueues and claims by itself, as a lone enqueue does. */
        LONE_CLAIM,
        ROLLBACK,
        OTHER;

        static Kind of(String statement) {
            if (statement.strip().equalsIgnoreCase("commit")) {
                return COMMIT;
            }
            if (statement.strip().equalsIgnoreCase("rollback")) {
                return ROLLBACK;
            }
            if (!statement.contains("rowmill_claim_new")) {
                return OTHER;
            }
            return statement.contains("insert into") ? LONE_CLAIM : CLAIM;
        }
    }

    /** Reads the next piece of the stream. */
    Found look(byte[] piece, int length) {
        byte[] all = Arrays.copyOf(rest, rest.length + length);
        System.arraycopy(piece, 0, all, rest.length, length);
        ByteBuffer stream = ByteBuffer.wrap(all);
        Found found = Found.NOTHING;
        while (hasWholeMessage(stream)) {
            Found next = next(stream);
            found = next.compareTo(found) > 0 ? next : found;
        }
        rest = Arrays.copyOfRange(all, stream.position(), all.length);
        return found;
    }

    private boolean hasWholeMessage(ByteBuffer stream) {
        int type = hasStarted ? 1 : 0;
        return stream.remaining() >= type + LENGTH_BYTES
                && stream.remaining() >= type + stream.getInt(stream.position() + type);
    }

    private Found next(ByteBuffer stream) {
        char type = hasStarted ? (char) stream.get() : ' ';
        byte[] body = new byte[stream.getInt() - LENGTH_BYTES];
        stream.get(body);
        if (type == ' ') {
            hasStarted = !ENCRYPTION_REQUESTS.contains(ByteBuffer.wrap(body).getInt());
            return Found.NOTHING;
        }
        return switch (type) {
            case 'Q' -> ran(Kind.of(text(body, 0)));
            case 'P' -> remember(text(body, 0), text(body, 1));
            case 'B' -> ran(kinds.getOrDefault(text(body, 1), Kind.OTHER));
            default -> Found.NOTHING;
        };
    }

    private Found remember(String statement, String query) {
        kinds.put(statement, Kind.of(query));
        return Found.NOTHING;
    }

    private Found ran(Kind kind) {
        boolean claimed = hasClaimed;
        hasClaimed = kind == Kind.CLAIM || (kind == Kind.OTHER && claimed);
        return switch (kind) {
            case COMMIT -> claimed ? Found.COMMIT_OF_A_CLAIM : Found.COMMIT;
            case LONE_CLAIM -> Found.COMMIT_OF_A_CLAIM;
            case CLAIM, ROLLBACK, OTHER -> Found.NOTHING;
        };
    }

    /**
     * Returns the text at {@code place} among those at the beginning of a message. Each of them ends with a zero byte.
     */
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
