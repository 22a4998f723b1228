/** The pages about many tasks: the list, and what is done to many at once. */
@NullMarked
package io.github.rowmill.operate.page.list;

import org.jspecify.annotations.NullMarked;
