/** Common parts of all pages at {@code /rowmill}: frames, responses, texts and routes. Start at {@link Pages}. */
@NullMarked
package io.github.rowmill.operate.page;

import org.jspecify.annotations.NullMarked;
