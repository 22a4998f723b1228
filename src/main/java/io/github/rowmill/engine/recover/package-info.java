/** Returns tasks whose lease has expired to their queue. */
@NullMarked
package io.github.rowmill.engine.recover;

import org.jspecify.annotations.NullMarked;
