package io.github.rowmill.operate.http.walk;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A client that sends any bytes and reads the answers, on a connection that is kept. It is not safe for several
 * threads.
 */
final class Wire implements AutoCloseable {

    private static final int MILLIS = 30_000;

    private final String host;
    private final int port;
    private Socket socket;
    private InputStream in;

    Wire(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** An answer: its status, the lines of its head with each byte as a character, and its body. */
    record Answer(int status, List<String> head, byte[] body) {

        Optional<String> header(String name) {
            String beginning = name + ":";
            return head.stream()
                    .filter(line -> line.regionMatches(true, 0, beginning, 0, beginning.length()))
                    .map(line -> line.substring(beginning.length()).strip())
                    .findFirst();
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** Sends a request with a head in ISO 8859-1. If the server has closed the connection, sends it once more. */
    Answer send(String method, String target, List<String> headers, byte[] body) throws IOException {
        try {
            return attempt(method, target, headers, body);
        } catch (IOException e) {
            close();
            return attempt(method, target, headers, body);
        }
    }

    private Answer attempt(String method, String target, List<String> headers, byte[] body) throws IOException {
        connect();
        StringBuilder head =
                new StringBuilder("%s %s HTTP/1.1\r\nHost: %s:%d\r\n".formatted(method, target, host, port));
        headers.forEach(header -> head.append(header).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        socket.getOutputStream().write(request.toByteArray());
        return read(method);
    }

    private void connect() throws IOException {
        if (socket == null) {
            socket = new Socket(host, port);
            socket.setSoTimeout(MILLIS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }
    }

    private Answer read(String method) throws IOException {
        String first = line();
        int status = Integer.parseInt(first.split(" ")[1]);
        List<String> head = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.add(line);
        }
        Answer answer = new Answer(status, head, new byte[0]);
        byte[] body = method.equals("HEAD") || status == 204 || status == 304 ? new byte[0] : body(answer);
        if (answer.header("Connection").filter("close"::equalsIgnoreCase).isPresent() || first.startsWith("HTTP/1.0")) {
            close();
        }
        return new Answer(status, head, body);
    }

    private byte[] body(Answer answer) throws IOException {
        if (answer.header("Transfer-Encoding").isPresent()) {
            return chunks();
        }
        int length = answer.header("Content-Length").map(Integer::parseInt).orElse(0);
        return in.readNBytes(length);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = size(); size > 0; size = size()) {
            body.writeBytes(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int size() throws IOException {
        return Integer.parseInt(line().strip(), 16);
    }

    /** Reads up to CR LF. Any other control character stays in the line. */
    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the server has closed the connection after: " + line);
            }
            if (c == '\n' && line.length() > 0 && line.charAt(line.length() - 1) == '\r') {
                line.setLength(line.length() - 1);
                return line.toString();
            }
            line.append((char) c);
        }
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
