/** Deletes finished tasks after their retention. */
@NullMarked
package io.github.rowmill.engine.retain;

import org.jspecify.annotations.NullMarked;
