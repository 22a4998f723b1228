package io.github.rowmill.operate.page.overview;

/**
 * A statement of the overview.
 *
 * @param tone {@code bad}, {@code warn}, {@code note} or {@code good}
 * @param icon name of its icon in the sprite
 * @param heading the statement
 * @param why the facts behind it
 * @param path path of a page with more, below {@code /rowmill/}; empty if there is none
 */
record Note(String tone, String icon, String heading, String why, String path) {

    /** Returns whether the browser's icon shows that something is wrong. */
    boolean isTrouble() {
        return tone.equals("bad");
    }
}
