/** The rows of steps and signals. */
@NullMarked
package io.github.rowmill.feature.step.store;

import org.jspecify.annotations.NullMarked;
