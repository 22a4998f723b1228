/**
 * Access to a node for operators and monitoring systems. The REST API is in {@code http}, the page in
 * {@code page}, log lines and metrics in {@code observe}, and health checks in {@code health}.
 * {@link OptionalParts} finds out for which of these an application has the extensions.
 */
@NullMarked
package io.github.rowmill.operate;

import org.jspecify.annotations.NullMarked;
