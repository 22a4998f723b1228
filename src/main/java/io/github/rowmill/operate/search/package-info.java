/** The query language in which tasks are searched: {@link Query} reads it. */
@NullMarked
package io.github.rowmill.operate.search;

import org.jspecify.annotations.NullMarked;
