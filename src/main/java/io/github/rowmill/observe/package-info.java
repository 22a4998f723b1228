/** Logs, metrics and health: watches the engine, never steers it. */
@NullMarked
package io.github.rowmill.observe;

import org.jspecify.annotations.NullMarked;
