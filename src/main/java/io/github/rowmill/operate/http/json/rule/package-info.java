/** The JSON of the rules of a queue. The fields are those of the table of facts. */
@NullMarked
package io.github.rowmill.operate.http.json.rule;

import org.jspecify.annotations.NullMarked;
