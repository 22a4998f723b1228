/** The first page: how it stands. */
@NullMarked
package io.github.rowmill.operate.page.overview;

import org.jspecify.annotations.NullMarked;
