/** Searches that users saved under a name, shared by all users. */
@NullMarked
package io.github.rowmill.operate.view;

import org.jspecify.annotations.NullMarked;
