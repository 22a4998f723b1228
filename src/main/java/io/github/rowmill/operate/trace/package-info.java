/** Spans of OpenTelemetry, for an application that has it. */
@NullMarked
package io.github.rowmill.operate.trace;

import org.jspecify.annotations.NullMarked;
