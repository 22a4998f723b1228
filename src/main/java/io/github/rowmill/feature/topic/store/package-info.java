/** The statements on {@code rowmill_subscription}. */
@NullMarked
package io.github.rowmill.feature.topic.store;

import org.jspecify.annotations.NullMarked;
