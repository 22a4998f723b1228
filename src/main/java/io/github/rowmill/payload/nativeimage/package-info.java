/** Makes the payload classes of all handlers known to a native image while it is built. */
@NullMarked
package io.github.rowmill.payload.nativeimage;

import org.jspecify.annotations.NullMarked;
