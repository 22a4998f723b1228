/** What people do to many tasks at once, as jobs that survive the node that began them. */
@NullMarked
package io.github.rowmill.engine.bulk;

import org.jspecify.annotations.NullMarked;
