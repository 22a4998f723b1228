/** What the probes ask. */
@NullMarked
package io.github.rowmill.observe.health;

import org.jspecify.annotations.NullMarked;
