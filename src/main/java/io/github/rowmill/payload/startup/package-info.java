/** What can be said of the payload classes at start, before a task fails by it. */
@NullMarked
package io.github.rowmill.payload.startup;

import org.jspecify.annotations.NullMarked;
