/** Writes log lines and metrics. It observes the engine, and never controls it. */
@NullMarked
package io.github.rowmill.operate.observe;

import org.jspecify.annotations.NullMarked;
