/** Unique keys: which task holds a key, for how long, and how an enqueue with a held key is handled. */
@NullMarked
package io.github.rowmill.feature.unique;

import org.jspecify.annotations.NullMarked;
