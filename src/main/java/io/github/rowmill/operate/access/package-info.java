/** Callers of the API and the page, their permissions, and the one place that checks these. */
@NullMarked
package io.github.rowmill.operate.access;

import org.jspecify.annotations.NullMarked;
