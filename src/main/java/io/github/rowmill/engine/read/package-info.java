/**
 * Reads tasks, attempts and counts for lists, searches, pages and gauges. Begin with {@link TaskReader} and {@link TaskSearch}.
 */
@NullMarked
package io.github.rowmill.engine.read;

import org.jspecify.annotations.NullMarked;
