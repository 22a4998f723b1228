/**
 * How an attempt's ending becomes the write that ends it: {@link Settlement} decides which, {@link Settler} has it written,
 * in the handler's own transaction or, by {@link VerdictWriter}, together with others.
 */
@NullMarked
package io.github.rowmill.engine.settle;

import org.jspecify.annotations.NullMarked;
