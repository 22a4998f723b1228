/** Who may do what at the doors that operators use: callers, their permissions, and the one place that checks them. */
@NullMarked
package io.github.rowmill.operate.access;

import org.jspecify.annotations.NullMarked;
