/** The rules of a queue, as claims read them under their lock. */
@NullMarked
package io.github.rowmill.feature.rule.turn;

import org.jspecify.annotations.NullMarked;
