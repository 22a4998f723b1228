/** Reads and describes bodies whose fields are rows of a table, not components of a record. */
@NullMarked
package io.github.rowmill.operate.http.json.table;

import org.jspecify.annotations.NullMarked;
