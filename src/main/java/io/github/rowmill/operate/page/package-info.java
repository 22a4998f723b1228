/** What all pages at {@code /rowmill} have in common: frame, answers, texts, and the way in. Start at {@link Pages}. */
@NullMarked
package io.github.rowmill.operate.page;

import org.jspecify.annotations.NullMarked;
