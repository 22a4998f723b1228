/** How an attempt's outcome becomes the write that ends it. */
@NullMarked
package io.github.rowmill.engine.settle;

import org.jspecify.annotations.NullMarked;
