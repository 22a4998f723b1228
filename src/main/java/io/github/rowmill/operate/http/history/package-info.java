/** The history over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.history;

import org.jspecify.annotations.NullMarked;
