/** The pages of flows. */
@NullMarked
package io.github.rowmill.operate.page.flow;

import org.jspecify.annotations.NullMarked;
