/**
 * Logs of handlers, stored with their attempts. {@code LogCapture} collects the lines, and {@code AttemptLogs}
 * stores them.
 */
@NullMarked
package io.github.rowmill.feature.context.log;

import org.jspecify.annotations.NullMarked;
