/** The callers of requests, which are authenticated before anything else is done. */
@NullMarked
package io.github.rowmill.operate.http.caller;

import org.jspecify.annotations.NullMarked;
