package io.github.rowmill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests repairs of dead tasks with a wrong payload, on the page of their failure and on the page of a task. */
class MendIT {

    private static final List<Integer> WIDTHS = List.of(1280, 400);
    private static final int HEIGHT = 900;
    private static final double MAX_MILLIS_OF_JOB = 30_000;
    private static final String SIGNATURE = "0f1e2d3c4b5a6978";
    private static final String PATCH = "{\"account\": \"a-2093\"}";

    private static final String WRONG = """
            insert into rowmill_queue (name, paused) values ('wrong', true);
            insert into rowmill_task (queue, type, details, status, attempts, max_attempts, started, finished, error)
            select 'wrong', 'reminder', '{"account": ""}', 'dead', 3, 3, now() - interval '5 min', now(),
                   'org.acme.shop.NoSuchAccount: the account is empty'
              from generate_series(1, 500);
            insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace, signature)
            select t.id, a, 'shop-1', t.finished - interval '9 s', t.finished, t.error,
                   E'org.acme.shop.NoSuchAccount: the account is empty\\n\\tat org.acme.shop.Accounts.of(Accounts.java:61)', '%1$s'
              from rowmill_task t, generate_series(1, 3) a
             where t.queue = 'wrong';
            insert into rowmill_failure (signature, queue, type, exception, frame, message, count, first, last, sample)
            select '%1$s', 'wrong', 'reminder', 'org.acme.shop.NoSuchAccount', 'org.acme.shop.Accounts.of',
                   'the account is empty', 1500, now() - interval '1 h', now(), max(id)
              from rowmill_task where queue = 'wrong';
            """.formatted(SIGNATURE);

    @AutoClose
    private static Browsers browsers;

    @AutoClose
    private static Shop shop;

    @BeforeAll
    static void open() throws Exception {
        browsers = Browsers.open();
        shop = Shop.open("mend");
    }

    private static void wrongAgain() throws SQLException {
        shop.execute("delete from rowmill_queue where name = 'wrong'; delete from rowmill_task where queue = 'wrong'");
        shop.execute("delete from rowmill_failure where queue = 'wrong'");
        shop.execute(WRONG);
    }

    private static void looksFine(Window window, String name) {
        for (int width : WIDTHS) {
            window.page().setViewportSize(width, HEIGHT);
            window.screenshot("%s-%d".formatted(name, width));
            window.assertFits();
            window.assertAccessible();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void thePageOfAFailureRepairsFiveHundredTasks(ColorScheme scheme) throws SQLException {
        wrongAgain();
        String theme = scheme.name().toLowerCase(Locale.ROOT);
        try (Window window = new Window(browsers.browser(), shop.node().address(), Window.scheme(scheme)).as("admin")) {
            Page page = window.open("failures/" + SIGNATURE).page();
            looksFine(window, "failure-" + theme);
            assertThat(page.locator(".lede")).containsText("1,500 attempts of 500 tasks");
            page.click("text=Repair and retry…");
            page.fill("textarea[name=patch]", PATCH);
            page.fill("input[name=attempts]", "3");
            looksFine(window, "question-" + theme);
            page.click("button:has-text(\"Retry 500 tasks\")");
            assertThat(page.locator("h1"))
                    .containsText(
                            "500 of 500 queued again",
                            new LocatorAssertions.ContainsTextOptions().setTimeout(MAX_MILLIS_OF_JOB));
            looksFine(window, "job-" + theme);
            window.assertNoComplaints();
        }
        assertThat(shop.number(
                        "select count(*) from rowmill_task where queue = 'wrong' and status = 'queued' and details = '%s'"
                                .formatted(PATCH)))
                .isEqualTo(500);
        assertThat(shop.number(
                        "select count(*) from rowmill_audit a join rowmill_task t on t.id::text = a.name where t.queue = 'wrong' and a.actor = 'admin' and a.before ->> 'payload' = '{\"account\": \"\"}' and a.after ->> 'payload' = '%s'"
                                .formatted(PATCH)))
                .isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void thePageOfATaskRepairsIt(ColorScheme scheme) throws SQLException {
        wrongAgain();
        long id = shop.number("select max(id) from rowmill_task where queue = 'wrong'");
        String theme = scheme.name().toLowerCase(Locale.ROOT);
        try (Window window = new Window(browsers.browser(), shop.node().address(), Window.scheme(scheme)).as("admin")) {
            Page page = window.open("tasks/" + id).page();
            page.click("summary:has-text(\"Repair and retry\")");
            page.fill("textarea[name=patch]", PATCH);
            looksFine(window, "task-" + theme);
            page.click("button:has-text(\"Retry with changes\")");
            assertThat(page.locator(".done")).isVisible();
            assertThat(page.locator("#payload")).containsText("a-2093");
            window.assertNoComplaints();
        }
    }

    @Test
    void aViewerWithoutPayloadsSeesNoPatch() throws SQLException {
        wrongAgain();
        long id = shop.number("select max(id) from rowmill_task where queue = 'wrong'");
        try (Window window =
                new Window(browsers.browser(), shop.node().address(), Window.scheme(ColorScheme.LIGHT)).as("operate")) {
            Page page = window.open("failures/" + SIGNATURE).page();
            assertThat(page.locator("text=Repair and retry…")).hasCount(0);
            window.open("tasks/" + id);
            assertThat(page.locator("textarea[name=patch]")).hasCount(0);
            assertThat(page.locator("input[name=attempts]")).hasCount(1);
        }
    }
}
