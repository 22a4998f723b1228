package io.github.rowmill.operate.page;

/**
 * The result of the action that was just done, as the page shows it.
 *
 * @param kind {@code good}, {@code warn} or {@code bad}
 */
public record FlashMessage(String kind, String text) {

    /** Returns the name of the icon in the sprite. */
    public String icon() {
        return kind.equals("good") ? "ok" : "warn";
    }
}
