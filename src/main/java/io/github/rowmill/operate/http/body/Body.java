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

/** How long bodies may be, and their text. */
@Singleton
public class Body {

    /** Bytes of a form of people who have yet to say who they are. */
    public static final long LIMIT_OF_FORM = 8 * 1024;

    /** All the other fields at their longest, each character escaped, and room for white space. */
    private static final long BESIDES_PAYLOAD = 64 * 1024;

    /** With the payload's default limit, just Quarkus's own default of 10 MB for any body. */
    private static final long LARGEST_TASKS_IN_BULK = 32;

    /** Of memory, for what is between two of these: a field, an element, or an empty one of either. */
    private static final long BYTES_OF_VALUE = 64;

    private final long most;
    private final Received received;

    Body(RowmillConfig config, Received received) {
        this.most = config.payload().maxSize().asLongValue() + BESIDES_PAYLOAD;
        this.received = received;
    }

    /** Most bytes of any body. */
    public long limit() {
        return most * LARGEST_TASKS_IN_BULK;
    }

    /** Most bytes of a body of one task. */
    public long limitOfTask() {
        return most;
    }

    /** The body of one task. */
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

    /** The body of many tasks, which is not in memory as text as a whole. */
    public Reader ofTasks(InputStream body) {
        return new InputStreamReader(body, StandardCharsets.UTF_8.newDecoder());
    }

    /** What is made of a body's values while they are read, at most: a few bytes each may be an object. */
    private static long weight(byte[] json) {
        long values = 0;
        for (byte one : json) {
            values += one == ',' || one == '[' || one == '{' || one == ':' ? 1 : 0;
        }
        return values * BYTES_OF_VALUE;
    }

    /** The answer to a body of more than {@code most} bytes. */
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
