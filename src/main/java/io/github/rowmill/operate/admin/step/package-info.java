/** The steps and signals of tasks, as operators see them. */
@NullMarked
package io.github.rowmill.operate.admin.step;

import org.jspecify.annotations.NullMarked;
