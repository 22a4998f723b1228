/** Bodies of requests: from whom a resource takes one, the room that all of them have, and how they come in. */
@NullMarked
package io.github.rowmill.operate.http.body;

import org.jspecify.annotations.NullMarked;
