/** Tests the dashboard of the packaged application in a real browser. */
@NullMarked
package io.github.rowmill.browser;

import org.jspecify.annotations.NullMarked;
