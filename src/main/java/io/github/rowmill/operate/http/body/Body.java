package io.github.rowmill.operate.http.body;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Limits the size of request bodies, and reads their text. */
@Singleton
public class Body {

    /** Most bytes of a form from a client that is not authenticated yet. */
    public static final long LIMIT_OF_FORM = 8 * 1024;

    /** Most bytes of a claim or a renewal of a remote worker: names, leases, progress. Claims that wait keep theirs. */
    public static final long LIMIT_OF_NAMES = 64 * 1024;

    /**
     * Bytes for all fields but the payload: each at its longest, with every character escaped, and room for white
     * space.
     */
    private static final long BESIDES_PAYLOAD = 64 * 1024;

    /**
     * Number of tasks of the largest size that fit into a bulk. With the payload's default limit, the limit of a
     * body is just Quarkus's own default of 10 MB.
     */
    private static final long LARGEST_TASKS_IN_BULK = 32;

    /**
     * Bytes of memory for each separator in JSON. It stands for a field, an element, or an empty object or array.
     */
    private static final long BYTES_OF_VALUE = 64;

    private final long most;
    private final Received received;

    Body(RowmillConfig config, Received received) {
        this.most = config.payload().maxSize().asLongValue() + BESIDES_PAYLOAD;
        this.received = received;
    }

    /** Returns the most bytes of any body. */
    public long limit() {
        return most * LARGEST_TASKS_IN_BULK;
    }

    /** Returns the most bytes of a body with one task. */
    public long limitOfTask() {
        return most;
    }

    /** Reads the body of one task. */
    public String ofTask(InputStream body) {
        byte[] bytes = bytes(body, (int) Math.min(most, Integer.MAX_VALUE - 1L) + 1);
        if (bytes.length > most) {
            throw new ProblemException(tooLarge(most));
        }
        received.hold(weight(bytes));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw notUtf8();
        }
    }

    /** Returns a reader of a body with many tasks, whose text is never in memory as a whole. */
    public Reader ofTasks(InputStream body) {
        return new InputStreamReader(body, StandardCharsets.UTF_8.newDecoder());
    }

    /**
     * Returns the most memory that the values of a body take while they are read. A few bytes of JSON may be an
     * object.
     */
    private static long weight(byte[] json) {
        long values = 0;
        for (byte one : json) {
            values += one == ',' || one == '[' || one == '{' || one == ':' ? 1 : 0;
        }
        return values * BYTES_OF_VALUE;
    }

    /** Returns the problem of a body with more than {@code most} bytes. */
    public static Problem tooLarge(long most) {
        String detail =
                "the body has more than %s bytes; send fewer tasks at once, or store the data elsewhere and enqueue a reference to it";
        return Problem.of(Kind.TOO_LARGE, detail.formatted(most));
    }

    private static ProblemException notUtf8() {
        return ProblemException.of(Kind.INVALID_REQUEST, "the body is not UTF-8");
    }

    private static byte[] bytes(InputStream body, int most) {
        try {
            return body.readNBytes(most);
        } catch (IOException e) {
            throw ProblemException.of(Kind.INVALID_REQUEST, "the body ended early or came too slowly");
        }
    }
}
