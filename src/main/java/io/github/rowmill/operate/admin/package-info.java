/** The verbs of operators, whatever door they come through: each checks what the caller may do, does it, and puts it on record, in one transaction. */
@NullMarked
package io.github.rowmill.operate.admin;

import org.jspecify.annotations.NullMarked;
