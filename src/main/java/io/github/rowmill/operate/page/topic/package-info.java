/** The page of topics, and the actions on them. */
@NullMarked
package io.github.rowmill.operate.page.topic;

import org.jspecify.annotations.NullMarked;
