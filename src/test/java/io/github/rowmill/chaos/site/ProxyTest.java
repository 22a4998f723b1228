package io.github.rowmill.chaos.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which bytes pass through a proxy in each weather. */
class ProxyTest {

    private static final int PATIENCE_MILLIS = 300;
    private static final int LONG_PATIENCE_MILLIS = 30_000;

    private ServerSocket echo;
    private Proxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Link.startDaemon(this::serve, "echo");
        proxy = Proxy.to(echo.getLocalPort());
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket client = echo.accept();
                Link.startDaemon(() -> answer(client), "echo-answer");
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // The client has left.
        }
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(LONG_PATIENCE_MILLIS);
        return socket;
    }

    private static int ask(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        return socket.getInputStream().read();
    }

    @Test
    void bytesPassUnchangedInClearWeather() throws IOException {
        try (Socket socket = connect()) {
            assertThat(ask(socket, 7)).isEqualTo(7);
            assertThat(proxy.connections()).isEqualTo(1);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> proxy.connections() == 0);
    }

    @Test
    void aDelayHoldsBackBytesInBothDirections() throws IOException {
        proxy.weather(Weather.delayed(Duration.ofMillis(150), Duration.ofMillis(10)));
        try (Socket socket = connect()) {
            long sent = System.nanoTime();

            assertThat(ask(socket, 7)).isEqualTo(7);

            assertThat(Duration.ofNanos(System.nanoTime() - sent)).isGreaterThan(Duration.ofMillis(299));
        }
    }

    @Test
    void stalledBytesArriveAfterTheStall() throws IOException {
        for (Weather stall : new Weather[] {Weather.STALLED_TO_SERVER, Weather.STALLED_TO_CLIENT}) {
            try (Socket socket = connect()) {
                proxy.weather(stall);
                socket.setSoTimeout(PATIENCE_MILLIS);
                assertThatThrownBy(() -> ask(socket, 7)).isInstanceOf(SocketTimeoutException.class);

                proxy.weather(Weather.CLEAR);
                socket.setSoTimeout(LONG_PATIENCE_MILLIS);

                assertThat(socket.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    @Test
    void aConnectionUsedWhileHalfOpenNeverHeals() throws IOException {
        try (Socket socket = connect();
                Socket idle = connect()) {
            assertThat(ask(idle, 1)).isEqualTo(1);
            proxy.weather(Weather.HALF_OPEN);
            socket.setSoTimeout(PATIENCE_MILLIS);
            assertThatThrownBy(() -> ask(socket, 7)).isInstanceOf(SocketTimeoutException.class);

            proxy.weather(Weather.CLEAR);

            assertThatThrownBy(() -> ask(socket, 8)).isInstanceOf(SocketTimeoutException.class);
            assertThat(ask(idle, 2))
                    .as("a connection that said nothing meanwhile")
                    .isEqualTo(2);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> proxy.connections() == 0);
    }

    @Test
    void newConnectionsAreRefusedAndOldConnectionsWork() throws IOException {
        try (Socket old = connect()) {
            assertThat(ask(old, 1)).isEqualTo(1);
            proxy.weather(Weather.REFUSING);

            try (Socket refused = connect()) {
                assertThat(refused.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(ask(old, 2)).isEqualTo(2);
        }
    }

    @Test
    void allConnectionsAreCutAtOnce() throws IOException {
        try (Socket one = connect();
                Socket two = connect()) {
            assertThat(ask(one, 1) + ask(two, 1)).isEqualTo(2);

            proxy.cutAll();

            assertThat(one.getInputStream().read()).isEqualTo(-1);
            assertThat(two.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aCommitThatIsCutIsDoneAlthoughTheClientSawAnError() throws IOException, SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start();
                Proxy cutting = Proxy.to(server.getPort());
                Connection own = server.getPostgresDatabase().getConnection();
                Connection cut = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + cutting.port() + "/postgres?user=postgres")) {
            own.createStatement().execute("create table t (n int)");
            cut.setAutoCommit(false);
            cut.createStatement().execute("insert into t values (1)");
            cut.commit();
            cut.createStatement().execute("insert into t values (2)");
            cutting.cutAtNextCommit();

            assertThatThrownBy(cut::commit).isInstanceOf(SQLException.class);

            assertThat(cutting.commitsCut()).isEqualTo(1);
            ResultSet rows = own.createStatement().executeQuery("select sum(n) from t");
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(3);
        }
    }
}
