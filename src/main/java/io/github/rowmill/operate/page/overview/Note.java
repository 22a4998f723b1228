package io.github.rowmill.operate.page.overview;

/**
 * Something that the overview says in words.
 *
 * @param tone {@code bad}, {@code warn}, {@code note} or {@code good}
 * @param icon of the sprite
 * @param heading the sentence
 * @param why what it is told by
 * @param path where more is told, below {@code /rowmill/}; empty: nowhere
 */
record Note(String tone, String icon, String heading, String why, String path) {

    /** Whether the browser's icon says that something is wrong. */
    boolean isTrouble() {
        return tone.equals("bad");
    }
}
