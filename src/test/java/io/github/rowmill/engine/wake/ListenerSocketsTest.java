package io.github.rowmill.engine.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListenerSocketsTest {

    /** Timeout that the driver sets when it only checks for data, in milliseconds. */
    private static final int LOOK = 1;

    private static final int LOOKS = 2_000;

    private ServerSocket server;
    private Socket socket;
    private Socket sender;
    private InputStream heard;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = new ListenerSockets().createSocket();
        socket.connect(server.getLocalSocketAddress());
        sender = server.accept();
        heard = socket.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        sender.close();
        server.close();
    }

    @Test
    void aReadWithoutDataTakesLessThanAMillisecond() throws IOException {
        socket.setSoTimeout(LOOK);
        long begun = System.nanoTime();

        for (int i = 0; i < LOOKS; i++) {
            assertThatThrownBy(heard::read).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> heard.read(new byte[8])).isInstanceOf(SocketTimeoutException.class);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(LOOKS));
    }

    @Test
    void aLookReadsTheDataThatHasArrived() throws IOException {
        sender.getOutputStream().write(new byte[] {'a', 'b', 'c'});
        assertThat(heard.read()).isEqualTo('a');
        socket.setSoTimeout(LOOK);

        assertThat(heard.read()).isEqualTo('b');
        assertThat(heard.read(new byte[8])).isEqualTo(1);
    }

    @Test
    void aReadAfterALookWaitsForItsTimeout() throws IOException {
        socket.setSoTimeout(LOOK);
        assertThatThrownBy(heard::read).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(50);
        long begun = System.nanoTime();

        assertThatThrownBy(heard::read).isInstanceOf(SocketTimeoutException.class);

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(40));
    }

    @Test
    void aForeignClassLoaderDoesNotFindTheSocketFactory() {
        assertThat(ListenerSockets.isKnownTo(getClass().getClassLoader())).isTrue();
        assertThat(ListenerSockets.isKnownTo(ClassLoader.getPlatformClassLoader()))
                .isFalse();
    }
}
