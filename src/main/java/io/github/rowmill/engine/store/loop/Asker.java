package io.github.rowmill.engine.store.loop;

import org.jspecify.annotations.Nullable;

/** Who reads, as far as limits are counted. */
public interface Asker {

    /** Whom it is counted for; null: nobody who could ask too much. */
    @Nullable
    String account();
}
