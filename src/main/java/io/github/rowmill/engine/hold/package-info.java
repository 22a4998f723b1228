/**
 * The tasks that this node holds, from claim to verdict. {@link HeldTasks} decides which may run next, alone or in a
 * {@link Bundle}, and how many more fit. {@link HeldTask} is one of them.
 */
@NullMarked
package io.github.rowmill.engine.hold;

import org.jspecify.annotations.NullMarked;
