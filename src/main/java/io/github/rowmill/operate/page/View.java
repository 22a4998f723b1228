package io.github.rowmill.operate.page;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which a page is displayed.
 *
 * @param base relative path from the page to {@code /rowmill/}; all links begin with it, so that they work
 *     under any root path and proxy
 * @param theme {@code light} or {@code dark}; empty for the theme of the system
 * @param zone the time zone of all times on the page
 */
public record View(String base, String theme, ZoneId zone) {

    /** Most rows on a page of a list. */
    public static final int ROWS = 50;

    static final String ROOT = "rowmill";

    /** The names of the cookies. They hold no secret, and an unknown value is ignored. */
    static final String THEME = "rowmill-theme";

    public static final String ZONE = "rowmill-zone";

    private static final Set<String> THEMES = Set.of("light", "dark");
    private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

    /** @param path of the page, relative to the application's root */
    static View of(String path, Function<String, @Nullable String> cookies) {
        String theme = cookies.apply(THEME);
        return new View(base(path), theme != null && THEMES.contains(theme) ? theme : "", zone(cookies.apply(ZONE)));
    }

    private static String base(String path) {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        long depth = relative.chars().filter(c -> c == '/').count();
        return depth <= 1 ? "./" : "../".repeat((int) depth - 1);
    }

    /** Returns the zone of this name, or UTC if there is none. */
    public static ZoneId zone(@Nullable String name) {
        return name != null && ZONES.contains(name) ? ZoneId.of(name) : ZoneOffset.UTC;
    }

    /** Returns the names of all zones that a user could mean, in alphabetical order. */
    public static List<String> zones() {
        return ZONES.stream()
                .filter(name -> name.contains("/") && !name.startsWith("Etc/") && !name.startsWith("SystemV/"))
                .sorted()
                .toList();
    }

    /** Returns the name of the zone as the page shows it. */
    public String zoneName() {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }
}
