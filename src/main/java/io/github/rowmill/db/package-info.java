/** The connections of Rowmill's own loops, of its readers and of health probes. */
@NullMarked
package io.github.rowmill.db;

import org.jspecify.annotations.NullMarked;
