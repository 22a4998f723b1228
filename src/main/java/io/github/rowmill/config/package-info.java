/** The configuration under {@code rowmill.*} and its checks. */
@NullMarked
package io.github.rowmill.config;

import org.jspecify.annotations.NullMarked;
