/** The page of nodes and their states. */
@NullMarked
package io.github.rowmill.operate.page.node;

import org.jspecify.annotations.NullMarked;
