/** The REST face. */
@NullMarked
package io.github.rowmill.admin;

import org.jspecify.annotations.NullMarked;
