/** The dashboard as people see it: the packaged application, and a real browser. */
@NullMarked
package io.github.rowmill.browser;

import org.jspecify.annotations.NullMarked;
