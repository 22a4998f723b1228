/** What changes on a page that somebody looks at, sent as it changes: {@link LiveResource} takes viewers in, {@link Streams} serves them. */
@NullMarked
package io.github.rowmill.operate.page.live;

import org.jspecify.annotations.NullMarked;
