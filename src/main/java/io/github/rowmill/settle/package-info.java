/** How an attempt's outcome becomes the write that ends it. */
@NullMarked
package io.github.rowmill.settle;

import org.jspecify.annotations.NullMarked;
