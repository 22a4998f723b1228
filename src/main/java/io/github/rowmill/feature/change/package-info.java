/** Changes of single tasks by users, through entity and version, and the deletion of tasks that have ended. */
@NullMarked
package io.github.rowmill.feature.change;

import org.jspecify.annotations.NullMarked;
