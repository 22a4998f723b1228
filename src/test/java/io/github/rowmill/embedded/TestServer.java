package io.github.rowmill.embedded;

/** The server of the tests of this JVM; those beside it have servers of their own. */
public final class TestServer {

    private TestServer() {}

    /** Its URL; it is started if it does not run. */
    public static String url() {
        return new EmbeddedServer().url(System.getProperty("rowmill.embedded.folder", "target/postgres"));
    }
}
