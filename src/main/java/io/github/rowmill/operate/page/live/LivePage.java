package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Place;
import io.quarkus.qute.TemplateInstance;
import org.jspecify.annotations.Nullable;

/**
 * A page that changes while somebody looks at it. What does is between comments in its template, {@code <!--live ID-->} and
 * {@code <!--/live-->}: the element with this id, or all that it holds. It is rendered as ever, and what has changed is sent.
 */
public interface LivePage {

    /** Which of the pages it is, or is part of. */
    Place place();

    /** As the address of its stream names it. */
    default String word() {
        return place().word();
    }

    /** The way from it to the dashboard's folder, for links: streams are asked for there, whatever page they are of. */
    default String base() {
        return "./";
    }

    /**
     * Asks whether the caller may look at it.
     *
     * @throws io.github.rowmill.operate.access.DeniedException they may not
     */
    void require(@Nullable String of);

    /**
     * The page as it is now, for a viewer who is checked as by a request.
     *
     * @param of which part of it is looked at, as its address says; null: what it shows by itself
     */
    TemplateInstance live(Frame frame, @Nullable String of);
}
