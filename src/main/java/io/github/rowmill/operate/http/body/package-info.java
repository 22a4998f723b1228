/** Request bodies: the permissions that they need, the memory that all of them share, and their reception. */
@NullMarked
package io.github.rowmill.operate.http.body;

import org.jspecify.annotations.NullMarked;
