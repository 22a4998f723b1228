/** What of payloads is for nobody's eyes. */
@NullMarked
package io.github.rowmill.operate.mask;

import org.jspecify.annotations.NullMarked;
