/**
 * Sends the changes of open pages as they happen. {@link LiveResource} accepts viewers,
 * {@link Streams} serves them.
 */
@NullMarked
package io.github.rowmill.operate.page.live;

import org.jspecify.annotations.NullMarked;
