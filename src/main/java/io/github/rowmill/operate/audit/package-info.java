/** Who did what to which task, queue or schedule, from where: rows that are only ever added. */
@NullMarked
package io.github.rowmill.operate.audit;

import org.jspecify.annotations.NullMarked;
