/** What the probes ask. */
@NullMarked
package io.github.rowmill.operate.health;

import org.jspecify.annotations.NullMarked;
