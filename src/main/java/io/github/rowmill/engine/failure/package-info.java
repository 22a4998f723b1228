/** Failures by what they have in common: counted where attempts end, kept by a loop, read by people. */
@NullMarked
package io.github.rowmill.engine.failure;

import org.jspecify.annotations.NullMarked;
