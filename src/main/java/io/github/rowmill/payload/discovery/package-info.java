/** Finds the handlers while the application is built. */
@NullMarked
package io.github.rowmill.payload.discovery;

import org.jspecify.annotations.NullMarked;
