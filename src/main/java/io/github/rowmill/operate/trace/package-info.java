/** Creates OpenTelemetry spans in applications that have OpenTelemetry. */
@NullMarked
package io.github.rowmill.operate.trace;

import org.jspecify.annotations.NullMarked;
