/** Remote workers over HTTP: they claim tasks, renew leases and report how attempts ended. */
@NullMarked
package io.github.rowmill.operate.http.work;

import org.jspecify.annotations.NullMarked;
