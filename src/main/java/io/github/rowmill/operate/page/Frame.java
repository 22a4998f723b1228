package io.github.rowmill.operate.page;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a page around its own content, for the template {@code rowmill/layout}.
 *
 * @param place the place of the page in the navigation; null if it has none
 * @param times null if the page shows nothing of the database
 * @param remark result of the action that was just done; null if there was none
 * @param isTroubled whether the icon shows that something is wrong
 * @param live path of the stream of changes, below {@code /rowmill/}; null if the page does not change
 */
public record Frame(
        Site site,
        View view,
        Viewer viewer,
        @Nullable Times times,
        @Nullable NavigationPage place,
        String title,
        @Nullable FlashMessage remark,
        boolean isTroubled,
        @Nullable String live) {

    /** Returns a copy with another title. */
    public Frame titled(String text) {
        return new Frame(site, view, viewer, times, place, text, remark, isTroubled, live);
    }

    /** Returns a copy with an icon that shows that something is wrong. */
    public Frame troubled() {
        return troubledIf(true);
    }

    /** Returns a copy with an icon that shows whether something is wrong. */
    public Frame troubledIf(boolean isWrong) {
        return new Frame(site, view, viewer, times, place, title, remark, isWrong, live);
    }

    /** Returns a copy with a remark that the action was refused, and why. */
    public Frame refusing(String why) {
        FlashMessage refusal = new FlashMessage("bad", "Not done: " + why);
        return new Frame(site, view, viewer, times, place, title, refusal, isTroubled, live);
    }

    /** Returns a copy with the stream of a page that changes, or of a part of that page. */
    public Frame live(String page, @Nullable String of) {
        String stream = "live?page=" + page + (of == null ? "" : "&of=" + Search.encoded(of));
        return new Frame(site, view, viewer, times, place, title, remark, isTroubled, stream);
    }

    /** Returns a copy for a page with another relative path to the dashboard's folder. */
    public Frame from(String base) {
        View there = new View(base, view.theme(), view.zone());
        return new Frame(site, there, viewer, times, place, title, remark, isTroubled, live);
    }

    /** Returns a copy for another time. */
    public Frame asOf(Instant now) {
        Times then = new Times(now, view.zone());
        return new Frame(site, view, viewer, then, place, title, remark, isTroubled, live);
    }

    /** Returns the pages of the navigation that this viewer may open. */
    public List<NavigationPage> places() {
        return Arrays.stream(NavigationPage.values())
                .filter(each -> each.isFor(viewer))
                .toList();
    }

    /** Returns whether the page is at this place of the navigation. */
    public boolean isAt(NavigationPage other) {
        return other == place;
    }

    /** Returns the link to a path below {@code /rowmill/}. */
    public String link(String path) {
        return view.base() + path;
    }

    /** Returns the link to one of the dashboard's static files. */
    public String asset(String name) {
        return view.base() + Assets.path(name);
    }

    public String icon() {
        return asset(isTroubled ? "rowmill-alert.svg" : "rowmill.svg");
    }

    /** Returns the times of a page that shows something of the database. */
    public Times requireTimes() {
        return Objects.requireNonNull(times, "the page has no times");
    }

    /** Formats a moment by {@link Times#at}, or in ISO format if the page has no times. */
    public String at(Instant moment) {
        return times == null ? moment.toString() : times.at(moment);
    }

    /** Formats a moment by {@link Times#ago}, or returns empty text if the page has no times. */
    public String ago(Instant moment) {
        return times == null ? "" : times.ago(moment);
    }
}
