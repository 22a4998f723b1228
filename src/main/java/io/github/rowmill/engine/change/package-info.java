/** What people change of single tasks: by entity and version, and the deletion of those that have ended. */
@NullMarked
package io.github.rowmill.engine.change;

import org.jspecify.annotations.NullMarked;
