/** The rules of a queue that apply in the whole cluster: pauses, limits of executing tasks, rates and orders. */
@NullMarked
package io.github.rowmill.feature.rule;

import org.jspecify.annotations.NullMarked;
