/**
 * Access to a node for operators and monitoring systems. {@code http} has the REST API, {@code page} the page,
 * {@code observe} log lines and metrics, and {@code health} the health checks. {@link OptionalFaces} finds out for
 * which of these an application has the extensions.
 */
@NullMarked
package io.github.rowmill.operate;

import org.jspecify.annotations.NullMarked;
