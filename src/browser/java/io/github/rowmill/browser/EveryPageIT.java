package io.github.rowmill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that no page has an error, in both themes and four widths, for users of each permission. */
class EveryPageIT {

    private static final List<Integer> WIDTHS = List.of(1440, 1280, 768, 320);

    /** Widths between those at which the layout changes. */
    private static final Set<Integer> BETWEEN = Set.of(1280, 768);

    private static final int HEIGHT = 900;

    /** Pages with another status than 200, which the browser writes to its console. */
    private static final Set<String> REFUSED = Set.of("not-found", "mistake");

    @AutoClose
    private static Browsers browsers;

    @AutoClose
    private static Shop shop;

    /** A window for each theme, signed in once. */
    private static final Map<ColorScheme, Window> windows = new EnumMap<>(ColorScheme.class);

    private static Window window(ColorScheme scheme) {
        return new Window(browsers.browser(), shop.node().address(), Window.scheme(scheme)).as("admin");
    }

    @AfterAll
    static void close() {
        windows.values().forEach(Window::close);
    }

    @BeforeAll
    static void open() throws Exception {
        browsers = Browsers.open();
        shop = Shop.open("every-page");
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        "overview, '', LIGHT",
        "overview, '', DARK",
        "tasks, tasks, LIGHT",
        "tasks, tasks, DARK",
        "search, 'tasks?q=status:dead type:price-import', LIGHT",
        "search, 'tasks?q=status:dead type:price-import', DARK",
        "none, 'tasks?q=type:nothing', LIGHT",
        "none, 'tasks?q=type:nothing', DARK",
        "mistake, 'tasks?q=status:', LIGHT",
        "mistake, 'tasks?q=status:', DARK",
        "question, 'bulk?do=retry&all=true&q=status:dead', LIGHT",
        "question, 'bulk?do=retry&all=true&q=status:dead', DARK",
        "mend, 'bulk?do=retry&all=true&mend=true&q=status:dead', LIGHT",
        "mend, 'bulk?do=retry&all=true&mend=true&q=status:dead', DARK",
        "patched, bulk/2, LIGHT",
        "patched, bulk/2, DARK",
        "job, bulk/1, LIGHT",
        "job, bulk/1, DARK",
        "retrying, 'tasks?q=status:retrying', LIGHT",
        "retrying, 'tasks?q=status:retrying', DARK",
        "dead, 'tasks/{dead}', LIGHT",
        "dead, 'tasks/{dead}', DARK",
        "executing, 'tasks/{executing}', LIGHT",
        "executing, 'tasks/{executing}', DARK",
        "queued, 'tasks/{queued}', LIGHT",
        "queued, 'tasks/{queued}', DARK",
        "steps-waiting, 'tasks/{waiting}', LIGHT",
        "steps-waiting, 'tasks/{waiting}', DARK",
        "steps-answered, 'tasks/{answered}', LIGHT",
        "steps-answered, 'tasks/{answered}', DARK",
        "steps-over, 'tasks/{over}', LIGHT",
        "steps-over, 'tasks/{over}', DARK",
        "steps-progress, 'tasks/{progress}', LIGHT",
        "steps-progress, 'tasks/{progress}', DARK",
        "failures, failures, LIGHT",
        "failures, failures, DARK",
        "failure, failures/a1b2c3d4e5f60718, LIGHT",
        "failure, failures/a1b2c3d4e5f60718, DARK",
        "queues, queues, LIGHT",
        "queues, queues, DARK",
        "recurring, recurring, LIGHT",
        "recurring, recurring, DARK",
        "flows, flows, LIGHT",
        "flows, flows, DARK",
        "held-flow, flows/1, LIGHT",
        "held-flow, flows/1, DARK",
        "flow, flows/2, LIGHT",
        "flow, flows/2, DARK",
        "topics, topics, LIGHT",
        "topics, topics, DARK",
        "nodes, nodes, LIGHT",
        "nodes, nodes, DARK",
        "audit, audit, LIGHT",
        "audit, audit, DARK",
        "sign-in, login, LIGHT",
        "sign-in, login, DARK",
        "zone, zone, LIGHT",
        "zone, zone, DARK",
        "not-found, tasks/999999999, LIGHT",
        "not-found, tasks/999999999, DARK",
    })
    void aPageIsAccessibleFitsAndRunsNothingOfARow(String name, String path, ColorScheme scheme) {
        Window window = windows.computeIfAbsent(scheme, EveryPageIT::window);
        window.forgetComplaints();
        window.open(named(path));
        for (int width : WIDTHS) {
            window.page().setViewportSize(width, HEIGHT);
            window.screenshot(name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            window.assertFits();
            if (!BETWEEN.contains(width)) {
                window.assertAccessible();
            }
        }
        if (!REFUSED.contains(name)) {
            window.assertNoComplaints();
        }
        assertThat(window.page().title()).contains("shop production");
    }

    private static String named(String path) {
        String named = path;
        for (String status : List.of("dead", "executing", "queued")) {
            named = named(named, status, "status = '%s' and queue <> 'approvals'".formatted(status));
        }
        for (String key : List.of("waiting", "answered", "over", "progress")) {
            named = named(named, key, "key = '%s'".formatted(key));
        }
        return named;
    }

    private static String named(String path, String name, String condition) {
        return path.contains("{" + name + "}")
                ? path.replace(
                        "{" + name + "}",
                        Long.toString(shop.number("select max(id) from rowmill_task where " + condition)))
                : path;
    }
}
