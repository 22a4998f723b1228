/** Who makes a request: found out before anything of it is done. */
@NullMarked
package io.github.rowmill.operate.http.caller;

import org.jspecify.annotations.NullMarked;
