/** Log lines and metrics: watches the engine, never steers it. */
@NullMarked
package io.github.rowmill.operate.observe;

import org.jspecify.annotations.NullMarked;
