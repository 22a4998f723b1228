/** Nodes: which work, which are gone. */
@NullMarked
package io.github.rowmill.operate.page.node;

import org.jspecify.annotations.NullMarked;
