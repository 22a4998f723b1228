/** Which nodes there are: each says so every ten seconds ({@link Heart}), in a row that the others see. */
@NullMarked
package io.github.rowmill.engine.beat;

import org.jspecify.annotations.NullMarked;
