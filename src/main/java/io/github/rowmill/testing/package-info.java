/**
 * Support for users' tests: {@link ManualMill} runs the queue by hand, {@link TaskAssertions} assert its tasks.
 */
@NullMarked
package io.github.rowmill.testing;

import org.jspecify.annotations.NullMarked;
