/** Who did what. */
@NullMarked
package io.github.rowmill.operate.page.audit;

import org.jspecify.annotations.NullMarked;
