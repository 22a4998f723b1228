/**
 * Conversion of text from outside. {@link Storable} is for a row, {@link ErrorText} for an exception in a row,
 * {@link Printable} for the log, {@link Ascii} for an ASCII encoding.
 */
@NullMarked
package io.github.rowmill.text;

import org.jspecify.annotations.NullMarked;
