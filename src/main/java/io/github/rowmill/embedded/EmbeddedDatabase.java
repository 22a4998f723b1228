package io.github.rowmill.embedded;

/**
 * A database that comes with the application. It is loaded as a service, so that a native image has no path to it:
 * there the server is not on the class path, and every class must link.
 */
interface EmbeddedDatabase {

    /** Returns the JDBC URL of the database in a folder, and starts the database if it does not run. */
    String url(String folder);
}
