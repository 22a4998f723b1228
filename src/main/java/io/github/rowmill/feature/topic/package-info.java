/** Topics: subscribers as rows, and the tasks that a publish makes for them. */
@NullMarked
package io.github.rowmill.feature.topic;

import org.jspecify.annotations.NullMarked;
