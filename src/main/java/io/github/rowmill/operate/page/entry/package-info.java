/** The way in, and out: signing in, and the zone that times are told in. */
@NullMarked
package io.github.rowmill.operate.page.entry;

import org.jspecify.annotations.NullMarked;
