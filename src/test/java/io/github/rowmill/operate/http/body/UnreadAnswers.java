package io.github.rowmill.operate.http.body;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.operate.http.Api;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A queue whose list is an answer of 5 MB, and a client that requests it many times and reads nothing. */
final class UnreadAnswers implements AutoCloseable {

    /**
     * Number of requests. Their answers exceed the bytes that a caller may hold in these tests, and the buffers of the
     * system.
     */
    private static final int MANY = 24;

    private static final int SMALL_BUFFER = 8_192;

    private final Rows rows;
    private final String queue = Api.fresh("unread");

    UnreadAnswers(Rows rows) {
        this.rows = rows;
        rows.insert(
                TaskRow.of("noop")
                        .queue(queue)
                        .runAt("now() + interval '30 days'")
                        .set("details", "jsonb_build_object('text', repeat(md5(g::text), 8000))"),
                20);
    }

    String path() {
        return Api.TASKS + "?limit=200&queue=" + queue;
    }

    /** Returns the path and the query below that of {@code root}. */
    static String below(URI root, String path) {
        URI uri = root.resolve("." + path);
        return uri.getRawPath() + "?" + uri.getRawQuery();
    }

    /** Sends all requests at once. */
    Socket ask(URI root, String authorization) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.connect(new InetSocketAddress(root.getHost(), root.getPort()));
        String request = "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n".formatted(below(root, path()), authorization);
        socket.getOutputStream().write(request.repeat(MANY).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Override
    public void close() {
        rows.execute("delete from rowmill_task where queue = '%s'".formatted(queue));
    }
}
