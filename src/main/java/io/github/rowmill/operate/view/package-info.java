/** Searches that people gave a name, the same for all who look. */
@NullMarked
package io.github.rowmill.operate.view;

import org.jspecify.annotations.NullMarked;
