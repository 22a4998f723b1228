/** Puts tasks whose lease expired back. */
@NullMarked
package io.github.rowmill.recover;

import org.jspecify.annotations.NullMarked;
