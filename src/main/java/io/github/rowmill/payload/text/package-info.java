/** What others wrote, made fit for the log. */
@NullMarked
package io.github.rowmill.payload.text;

import org.jspecify.annotations.NullMarked;
