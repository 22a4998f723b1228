/** Tasks that are not worth starting any more. */
@NullMarked
package io.github.rowmill.engine.expire;

import org.jspecify.annotations.NullMarked;
