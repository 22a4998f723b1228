/** What people change of single tasks: those that wait, by entity and version, and those that have ended. */
@NullMarked
package io.github.rowmill.engine.change;

import org.jspecify.annotations.NullMarked;
