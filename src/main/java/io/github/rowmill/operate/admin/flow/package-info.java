/** The verbs of operators on flows. They check permissions first. */
@NullMarked
package io.github.rowmill.operate.admin.flow;

import org.jspecify.annotations.NullMarked;
