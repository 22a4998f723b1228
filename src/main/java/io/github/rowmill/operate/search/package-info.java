/** The query language for tasks. {@link Query} parses it. */
@NullMarked
package io.github.rowmill.operate.search;

import org.jspecify.annotations.NullMarked;
