package io.github.rowmill.operate.page;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every page has around its own content, for the template {@code rowmill/layout}.
 *
 * @param place the page it is, or is part of; null: it is none of those that are linked to
 * @param times null: the database did not tell the time
 * @param remark what was just done
 * @param isTroubled whether the icon says that something is wrong
 * @param live where the stream of what changes is, below {@code /rowmill/}; null: nothing does
 */
public record Frame(
        Site site,
        View view,
        Viewer viewer,
        @Nullable Times times,
        @Nullable Place place,
        String title,
        @Nullable Remark remark,
        boolean isTroubled,
        @Nullable String live) {

    /** The same with another title. */
    public Frame titled(String text) {
        return new Frame(site, view, viewer, times, place, text, remark, isTroubled, live);
    }

    /** The same with an icon that says that something is wrong. */
    public Frame troubled() {
        return troubledIf(true);
    }

    /** The same with an icon that says whether something is wrong. */
    public Frame troubledIf(boolean isWrong) {
        return new Frame(site, view, viewer, times, place, title, remark, isWrong, live);
    }

    /** The same with a remark. */
    public Frame remarking(Remark made) {
        return new Frame(site, view, viewer, times, place, title, made, isTroubled, live);
    }

    /** The same with why something was not done. */
    public Frame refusing(String why) {
        return remarking(new Remark("bad", why));
    }

    /** The same for a page that changes, or a part of it. */
    public Frame live(String page, @Nullable String of) {
        String stream = "live?page=" + page + (of == null ? "" : "&of=" + Search.encoded(of));
        return new Frame(site, view, viewer, times, place, title, remark, isTroubled, stream);
    }

    /** The same for a page from which the dashboard's folder is elsewhere. */
    public Frame from(String base) {
        View there = new View(base, view.theme(), view.zone());
        return new Frame(site, there, viewer, times, place, title, remark, isTroubled, live);
    }

    /** The same at another moment. */
    public Frame asOf(Instant now) {
        Times then = new Times(now, view.zone());
        return new Frame(site, view, viewer, then, place, title, remark, isTroubled, live);
    }

    /** The pages that are linked to. */
    public List<Place> places() {
        return Arrays.stream(Place.values()).filter(each -> each.isFor(viewer)).toList();
    }

    /** Whether it is this page, or a part of it. */
    public boolean isAt(Place other) {
        return other == place;
    }

    /** The link to a path below {@code /rowmill/}. */
    public String link(String path) {
        return view.base() + path;
    }

    /** The link to one of the dashboard's own files. */
    public String asset(String name) {
        return view.base() + Assets.path(name);
    }

    public String icon() {
        return asset(isTroubled ? "rowmill-alert.svg" : "rowmill.svg");
    }

    /** The times of a page that shows something of the database. */
    public Times requireTimes() {
        return Objects.requireNonNull(times, "the page has no times");
    }

    /** See {@link Times#at}. */
    public String at(Instant moment) {
        return times == null ? moment.toString() : times.at(moment);
    }

    /** See {@link Times#ago}. */
    public String ago(Instant moment) {
        return times == null ? "" : times.ago(moment);
    }
}
