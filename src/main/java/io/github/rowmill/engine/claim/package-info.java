/** Takes due tasks for this node, and gives back what is left when it stops. */
@NullMarked
package io.github.rowmill.engine.claim;

import org.jspecify.annotations.NullMarked;
