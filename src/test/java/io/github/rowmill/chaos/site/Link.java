package io.github.rowmill.chaos.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A connection through a proxy, with a thread for each direction. */
final class Link {

    private static final int PIECE = 16 * 1024;

    private final Proxy proxy;
    private final Socket client;
    private final Socket server;
    private final CommitWatch watch = new CommitWatch();
    private volatile boolean lost;
    private volatile boolean muted;

    Link(Proxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void start() {
        startDaemon(() -> pump(client, server, true), "chaos-proxy-to-server");
        startDaemon(() -> pump(server, client, false), "chaos-proxy-to-client");
    }

    static void startDaemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void pump(Socket from, Socket to, boolean toServer) {
        byte[] piece = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int length;
            while ((length = in.read(piece)) >= 0) {
                pass(piece, length, out, toServer);
            }
        } catch (IOException e) {
            // One of the two is closed, and the other will be soon.
        }
        if (!lost || toServer) {
            cut();
        }
    }

    private void pass(byte[] piece, int length, OutputStream out, boolean toServer) throws IOException {
        proxy.awaitPassage(toServer, this);
        if (lost || proxy.weather().swallows()) {
            // Lost bytes cannot come back. The bytes after a gap would be read as another message.
            lost = true;
            return;
        }
        if (muted && !toServer) {
            proxy.countCommitCut();
            cut();
            return;
        }
        if (toServer && proxy.takesCut(watch.look(piece, length))) {
            muted = true;
        }
        out.write(piece, 0, length);
        out.flush();
    }

    boolean isCut() {
        return client.isClosed();
    }

    /** Closes both sides. */
    void cut() {
        close(client);
        close(server);
        proxy.forget(this);
    }

    /**
     * Closes the server's side of a connection that lost bytes, as the server's keep-alive does in the end. The client
     * must find out by itself.
     */
    void expire() {
        if (lost) {
            close(server);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket should be closed, and is.
        }
    }
}
