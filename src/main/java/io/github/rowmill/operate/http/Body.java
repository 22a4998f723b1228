package io.github.rowmill.operate.http;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads bodies into memory, and never more than may be of use. */
@Singleton
public class Body {

    /** All the other fields at their longest, each character escaped, and room for white space. */
    private static final long BESIDES_PAYLOAD = 64 * 1024;

    /** With the payload's default limit, just Quarkus's own default of 10 MB for any body. */
    private static final long LARGEST_TASKS_IN_BULK = 32;

    private final long most;

    Body(RowmillConfig config) {
        this.most = config.payload().maxSize().asLongValue() + BESIDES_PAYLOAD;
    }

    /** Most bytes of any body. */
    long limit() {
        return most * LARGEST_TASKS_IN_BULK;
    }

    /** Most bytes of a body of one task. */
    long limitOfTask() {
        return most;
    }

    /** The body of one task. */
    public String ofTask(InputStream body) {
        return read(body, most);
    }

    /** The body of many tasks. */
    public String ofTasks(InputStream body) {
        return read(body, limit());
    }

    private static String read(InputStream body, long limit) {
        int most = (int) Math.min(limit, Integer.MAX_VALUE - 1);
        byte[] bytes = bytes(body, most + 1);
        if (bytes.length > most) {
            throw new ProblemException(tooLarge(most));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ProblemException.of(Kind.INVALID_REQUEST, "the body is not UTF-8");
        }
    }

    /** The answer to a body of more than {@code most} bytes. */
    static Problem tooLarge(long most) {
        String detail =
                "the body has more than %s bytes; send fewer tasks at once, or store the data elsewhere and enqueue a reference to it";
        return Problem.of(Kind.TOO_LARGE, detail.formatted(most));
    }

    private static byte[] bytes(InputStream body, int most) {
        try {
            return body.readNBytes(most);
        } catch (IOException e) {
            throw ProblemException.of(Kind.INVALID_REQUEST, "the body ended early or came too slowly");
        }
    }
}
