/** The overview of the system's state, which is the first page. */
@NullMarked
package io.github.rowmill.operate.page.overview;

import org.jspecify.annotations.NullMarked;
