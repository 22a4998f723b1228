/** For users' tests: {@link ManualMill} runs the queue by hand, {@link TaskAssertions} say what is in it. */
@NullMarked
package io.github.rowmill.testing;

import org.jspecify.annotations.NullMarked;
