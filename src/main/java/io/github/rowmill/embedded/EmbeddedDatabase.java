package io.github.rowmill.embedded;

/**
 * A database that comes with the application. Found as a service, so that a native image, where the server is not on the
 * class path and every class must link, has no path to it.
 */
interface EmbeddedDatabase {

    /** Its JDBC URL; it is started if it does not run. */
    String url(String folder);
}
