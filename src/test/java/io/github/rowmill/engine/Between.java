package io.github.rowmill.engine;

import io.github.rowmill.chaos.site.PgBouncer;
import io.github.rowmill.chaos.site.Proxy;
import io.github.rowmill.chaos.site.Weather;
import io.github.rowmill.embedded.TestServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A program between the node and its database. Tests bypass it with {@code Rows.asSuperuser}. */
public abstract class Between implements QuarkusTestResourceLifecycleManager {

    private final String direct = TestServer.url();

    abstract int putBefore(int serverPort) throws IOException;

    @Override
    public Map<String, String> start() {
        int server = URI.create(direct.substring("jdbc:".length())).getPort();
        try {
            String through = direct.replace(":" + server, ":" + putBefore(server));
            return Map.of("quarkus.datasource.jdbc.url", through + "&prepareThreshold=0", "test.superuser.url", direct);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A proxy, which a test controls by its fields. A {@code Consumer<Boolean>} makes all connections lose their bytes.
     * A {@code Runnable} cuts the next connection that commits, after the server has answered. An {@code AutoCloseable}
     * cuts all.
     */
    public static final class AProxy extends Between {

        private Proxy proxy;

        @Override
        int putBefore(int serverPort) throws IOException {
            proxy = Proxy.to(serverPort);
            return proxy.port();
        }

        @Override
        public void inject(TestInjector test) {
            Consumer<Boolean> halfOpen = lost -> proxy.weather(lost ? Weather.HALF_OPEN : Weather.CLEAR);
            test.injectIntoFields(halfOpen, field -> field.getType() == Consumer.class);
            Runnable cutAtNextCommit = proxy::cutAtNextCommit;
            test.injectIntoFields(cutAtNextCommit, field -> field.getType() == Runnable.class);
            AutoCloseable cutAll = proxy::cutAll;
            test.injectIntoFields(cutAll, field -> field.getType() == AutoCloseable.class);
        }

        @Override
        public void stop() {
            try {
                proxy.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** PgBouncer in transaction mode. */
    public static final class APooler extends Between {

        private PgBouncer pooler;

        @Override
        int putBefore(int serverPort) throws IOException {
            pooler = PgBouncer.before(serverPort, Files.createDirectories(Path.of("target", "pgbouncer")));
            return pooler.port();
        }

        @Override
        public void stop() {
            pooler.close();
        }
    }
}
