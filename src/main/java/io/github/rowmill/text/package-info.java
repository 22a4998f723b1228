/**
 * What others wrote, made fit: {@link Storable} for a row, {@link ErrorText} an exception for a row, {@link Printable} for
 * the log, {@link Ascii} for an encoding that holds nothing else.
 */
@NullMarked
package io.github.rowmill.text;

import org.jspecify.annotations.NullMarked;
