/** Checks of payload classes at start, before a task fails because of them. */
@NullMarked
package io.github.rowmill.payload.startup;

import org.jspecify.annotations.NullMarked;
