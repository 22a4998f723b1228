/** The REST API. */
@NullMarked
package io.github.rowmill.operate.http;

import org.jspecify.annotations.NullMarked;
