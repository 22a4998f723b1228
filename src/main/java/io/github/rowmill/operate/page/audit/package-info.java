/** The page of the audit, which lists the actions of users. */
@NullMarked
package io.github.rowmill.operate.page.audit;

import org.jspecify.annotations.NullMarked;
