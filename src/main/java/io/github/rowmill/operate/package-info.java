/** What people and monitors see of a node. */
@NullMarked
package io.github.rowmill.operate;

import org.jspecify.annotations.NullMarked;
