/** What handlers log, kept with their attempts: {@code LogCapture} listens, {@code AttemptLogs} has the rows. */
@NullMarked
package io.github.rowmill.engine.context.log;

import org.jspecify.annotations.NullMarked;
