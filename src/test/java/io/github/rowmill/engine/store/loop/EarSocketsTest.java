package io.github.rowmill.engine.store.loop;

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

class EarSocketsTest {

    /** What the driver sets where it only looks. */
    private static final int LOOK = 1;

    private static final int LOOKS = 2_000;

    private ServerSocket server;
    private Socket ear;
    private Socket mouth;
    private InputStream heard;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ear = new EarSockets().createSocket();
        ear.connect(server.getLocalSocketAddress());
        mouth = server.accept();
        heard = ear.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        ear.close();
        mouth.close();
        server.close();
    }

    private void say(int... words) throws IOException {
        for (int word : words) {
            mouth.getOutputStream().write(word);
        }
    }

    @Test
    void aLookWhereNothingHasComeTakesFarLessThanTheMillisecondItMayTake() throws IOException {
        ear.setSoTimeout(LOOK);
        long begun = System.nanoTime();

        for (int i = 0; i < LOOKS; i++) {
            assertThatThrownBy(heard::read).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> heard.read(new byte[8])).isInstanceOf(SocketTimeoutException.class);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(LOOKS));
    }

    @Test
    void aLookReadsWhatHasCome() throws IOException {
        say('a', 'b', 'c');
        assertThat(heard.read()).isEqualTo('a');
        ear.setSoTimeout(LOOK);

        assertThat(heard.read()).isEqualTo('b');
        assertThat(heard.read(new byte[8])).isEqualTo(1);
    }

    @Test
    void afterALookReadsWaitAgain() throws Exception {
        ear.setSoTimeout(LOOK);
        assertThatThrownBy(heard::read).isInstanceOf(SocketTimeoutException.class);
        ear.setSoTimeout(60_000);
        Thread late = new Thread(() -> {
            try {
                while (ear.getInputStream().available() > 0) {
                    Thread.onSpinWait();
                }
                say('a');
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        late.start();

        assertThat(heard.read()).isEqualTo('a');
        late.join();
    }

    @Test
    void theDriversClassLoaderMayNotKnowThem() {
        assertThat(EarSockets.isKnownTo(getClass().getClassLoader())).isTrue();
        assertThat(EarSockets.isKnownTo(ClassLoader.getPlatformClassLoader())).isFalse();
    }
}
