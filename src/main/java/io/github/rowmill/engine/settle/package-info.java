/**
 * Turns an attempt's ending into the write that ends it. {@link Settlement} decides the write. {@link Settler} has
 * it written in the handler's own transaction, or together with others by {@link VerdictWriter}.
 */
@NullMarked
package io.github.rowmill.engine.settle;

import org.jspecify.annotations.NullMarked;
