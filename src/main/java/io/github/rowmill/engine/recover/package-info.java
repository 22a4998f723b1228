/** Puts tasks whose lease expired back. */
@NullMarked
package io.github.rowmill.engine.recover;

import org.jspecify.annotations.NullMarked;
