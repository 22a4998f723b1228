/** The loops of a node: how a loop is made, paused and watched. Begin with {@link io.github.rowmill.node.loop.Loops}. */
@NullMarked
package io.github.rowmill.node.loop;

import org.jspecify.annotations.NullMarked;
