/** The sample workloads of this repository's own application; not part of the library jar. */
@NullMarked
package io.github.rowmill.sample;

import org.jspecify.annotations.NullMarked;
