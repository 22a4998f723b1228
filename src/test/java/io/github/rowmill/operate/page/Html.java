package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** Checks that a page is free of harmful content. */
public final class Html {

    /** Hostile text, for every field that a caller can fill. */
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

    /** A value between quotes, whatever it contains. */
    private static final Pattern VALUE = Pattern.compile("=(?:\"[^\"]*\"|'[^']*')");

    /** A script, style or handler that is not in its own file, or an element that Rowmill's pages do not use. */
    private static final Pattern HARM = Pattern.compile(
            "<script(?![^>]* src=)|<style|<[^>]*\\s(?:style|on[a-z]+)\\s*=|<(?:iframe|base|object|embed|img)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SCRIPT_LINK =
            Pattern.compile("(?:href|src|action)=\"\\s*(?:javascript|data):", Pattern.CASE_INSENSITIVE);

    private Html() {}

    /** Checks that a page has no inline scripts, styles or handlers, and no harmful elements. */
    public static void assertHarmless(String page) {
        assertThat(page).startsWith("<!doctype html>");
        String withoutValues = VALUE.matcher(page).replaceAll("=\"\"");
        assertThat(HARM.matcher(withoutValues).results().map(found -> found.group()))
                .isEmpty();
        assertThat(SCRIPT_LINK.matcher(page).results().map(found -> found.group()))
                .isEmpty();
    }

    /** Returns a text as a page writes it. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
