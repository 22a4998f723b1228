/** Masks the sensitive values of payloads. */
@NullMarked
package io.github.rowmill.operate.mask;

import org.jspecify.annotations.NullMarked;
