/** Actions of users on many tasks at once. They run as jobs that survive the node that began them. */
@NullMarked
package io.github.rowmill.engine.bulk;

import org.jspecify.annotations.NullMarked;
