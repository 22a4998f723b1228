/** Registers the payload classes of all handlers while a native image is built. */
@NullMarked
package io.github.rowmill.payload.nativeimage;

import org.jspecify.annotations.NullMarked;
