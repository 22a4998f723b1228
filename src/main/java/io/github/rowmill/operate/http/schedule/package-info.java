/** Schedules over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.schedule;

import org.jspecify.annotations.NullMarked;
