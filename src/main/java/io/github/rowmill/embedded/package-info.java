/** The embedded PostgreSQL of this application's own dev and test mode. */
@NullMarked
package io.github.rowmill.embedded;

import org.jspecify.annotations.NullMarked;
