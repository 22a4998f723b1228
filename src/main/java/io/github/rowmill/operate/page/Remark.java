package io.github.rowmill.operate.page;

/**
 * What the page says of what was just done.
 *
 * @param kind {@code good}, {@code warn} or {@code bad}
 */
public record Remark(String kind, String text) {

    /** Of the sprite. */
    public String icon() {
        return kind.equals("good") ? "ok" : "warn";
    }
}
