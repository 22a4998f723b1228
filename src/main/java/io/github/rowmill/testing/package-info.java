/** For users' tests: runs the queue by hand. */
@NullMarked
package io.github.rowmill.testing;

import org.jspecify.annotations.NullMarked;
