/** The pages to sign in and out, and to choose the time zone. */
@NullMarked
package io.github.rowmill.operate.page.entry;

import org.jspecify.annotations.NullMarked;
