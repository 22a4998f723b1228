/** The rules of a queue, as claims read them under their lock. */
@NullMarked
package io.github.rowmill.engine.limit.rule;

import org.jspecify.annotations.NullMarked;
