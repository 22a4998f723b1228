/** The pages about many tasks: the list, and actions on many tasks at once. */
@NullMarked
package io.github.rowmill.operate.page.list;

import org.jspecify.annotations.NullMarked;
