/**
 * What people and monitors see of a node: {@code http} the REST face, {@code page}, {@code observe} log lines and metrics,
 * {@code health}. {@link OptionalFaces} says which of these an application has the extensions for.
 */
@NullMarked
package io.github.rowmill.operate;

import org.jspecify.annotations.NullMarked;
