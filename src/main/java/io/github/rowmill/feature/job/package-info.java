/** Actions of users on many tasks at once. They run as jobs that survive the node that began them. */
@NullMarked
package io.github.rowmill.feature.job;

import org.jspecify.annotations.NullMarked;
