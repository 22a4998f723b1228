/**
 * The operations of operators, over REST and from the page. Each checks the permissions of the caller, acts, and
 * records that in the audit, in one transaction.
 */
@NullMarked
package io.github.rowmill.operate.admin;

import org.jspecify.annotations.NullMarked;
