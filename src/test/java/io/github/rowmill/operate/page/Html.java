package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** What every page must be free of. */
public final class Html {

    /** Hostile text, for every field that somebody else fills. */
    public static final String[] EVIL = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</td></tr></table><svg/onload=alert(1)>",
        "</pre></textarea><iframe src=javascript:alert(1)>",
        "<!--",
        "{page.tasks}{#if true}x{/if}",
        "&lt;b&gt;",
        "javascript:alert(1)",
        "\u202Eevil"
    };

    /** What is between quotes is a value, whatever it looks like. */
    private static final Pattern VALUE = Pattern.compile("=(?:\"[^\"]*\"|'[^']*')");

    /** A script, style or handler that is not in a file of its own; also what none of ours is. */
    private static final Pattern HARM = Pattern.compile(
            "<script(?![^>]* src=)|<style|<[^>]*\\s(?:style|on[a-z]+)\\s*=|<(?:iframe|base|object|embed|img)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SCRIPT_LINK =
            Pattern.compile("(?:href|src|action)=\"\\s*(?:javascript|data):", Pattern.CASE_INSENSITIVE);

    private Html() {}

    /** Nothing in it runs, or looks, by itself. */
    public static void assertHarmless(String page) {
        assertThat(page).startsWith("<!doctype html>");
        String withoutValues = VALUE.matcher(page).replaceAll("=\"\"");
        assertThat(HARM.matcher(withoutValues).results().map(found -> found.group()))
                .isEmpty();
        assertThat(SCRIPT_LINK.matcher(page).results().map(found -> found.group()))
                .isEmpty();
    }

    /** As a page writes it. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
