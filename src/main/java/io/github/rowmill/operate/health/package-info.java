/** Health checks for probes. */
@NullMarked
package io.github.rowmill.operate.health;

import org.jspecify.annotations.NullMarked;
