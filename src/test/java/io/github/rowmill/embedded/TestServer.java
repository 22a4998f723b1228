package io.github.rowmill.embedded;

/** The server of the tests of this JVM. Other test JVMs have their own servers. */
public final class TestServer {

    private TestServer() {}

    /** Returns the URL of the server, and starts the server if it does not run. */
    public static String url() {
        return new EmbeddedServer().url(System.getProperty("rowmill.embedded.folder", "target/postgres"));
    }
}
