package io.github.rowmill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what users do on the dashboard, by mouse, by keyboard, and without scripts. */
class DeedsIT {

    private static final List<String> PLACES = List.of(
            "", "tasks", "tasks/{dead}", "failures", "queues", "recurring", "flows", "flows/1", "topics", "nodes");

    @AutoClose
    private static Browsers browsers;

    @AutoClose
    private static Shop shop;

    @BeforeAll
    static void open() throws Exception {
        browsers = Browsers.open();
        shop = Shop.open("deeds");
    }

    private static Window window(boolean script) {
        Browser.NewContextOptions options = new Browser.NewContextOptions().setJavaScriptEnabled(script);
        return new Window(browsers.browser(), shop.node().address(), options);
    }

    /** Inserts a dead task in a queue of its own, and returns its id. */
    private static long dead(String queue) {
        return shop.number("""
                insert into rowmill_task (queue, type, status, attempts, finished, error)
                values ('%s', 'price-import', 'dead', 3, now(), 'it failed')
                returning id
                """.formatted(queue));
    }

    @Test
    void aUserWithoutASessionGetsTheLoginPage() {
        try (Window window = window(true)) {
            window.open("tasks");
            assertThat(window.page()).hasURL(Pattern.compile(".*/rowmill/login.*"));
        }
    }

    @Test
    void aWrongPasswordShowsAnErrorAndOpensNoPage() {
        try (Window window = window(true)) {
            window.open("login");
            window.page().fill("input[name=name]", "admin");
            window.page().fill("input[name=password]", "guess");
            window.page().click("button:has-text(\"Sign in\")");
            assertThat(window.page().locator("[role=alert]")).isVisible();
            window.open("");
            assertThat(window.page()).hasURL(Pattern.compile(".*/rowmill/login.*"));
        }
    }

    @Test
    void aViewerSeesNoAction() {
        long id = dead("viewed");
        try (Window window = window(true).as("view")) {
            for (String place : PLACES) {
                window.open(place.replace("{dead}", Long.toString(id)));
                List<String> forms = window.page().locator("form[method=post]").all().stream()
                        .map(form -> form.getAttribute("action"))
                        .filter(action -> !action.endsWith("logout"))
                        .toList();
                assertThat(forms).as(place).isEmpty();
            }
            assertThat(window.page().locator("nav >> text=Audit")).hasCount(0);
            window.assertNoComplaints();
        }
    }

    @ParameterizedTest(name = "with a script: {0}")
    @ValueSource(booleans = {true, false})
    void anOperatorFindsAndRetriesAFailedTask(boolean script) {
        long id = dead("retried");
        try (Window window = window(script).as("operate")) {
            Page page = window.open("tasks").page();
            page.fill("main input[name=q]", "status:dead id:" + id);
            page.press("main input[name=q]", "Enter");
            page.click("a.row-link");
            page.click("button:has-text(\"Retry\")");
            assertThat(page.locator(".done")).isVisible();
            assertThat(page.locator(".lede")).not().containsText("dead");
        }
        assertThat(shop.number("select count(*) from rowmill_task where status = 'queued' and id = " + id))
                .isOne();
        assertThat(shop.number(
                        "select count(*) from rowmill_audit where actor = 'operate' and name = '%d'".formatted(id)))
                .isOne();
    }

    @Test
    void aJobRetriesAllTasksOfASearchAndShowsItsProgress() {
        for (int i = 0; i < 3; i++) {
            dead("bulk");
        }
        try (Window window = window(true).as("operate")) {
            Page page = window.open("tasks?q=status:dead queue:bulk").page();
            page.locator("tbody input[type=checkbox]").first().check();
            page.locator(".bulk label:has-text(\"All that match\") input").check();
            page.locator(".bulk button:has-text(\"Retry\")").click();
            page.locator("main form button.first").click();
            assertThat(page).hasURL(Pattern.compile(".*/rowmill/bulk/\\d+.*"));
            page.waitForCondition(() ->
                    shop.number("select count(*) from rowmill_task where queue = 'bulk' and status = 'queued'") == 3);
            page.reload();
            assertThat(page.locator("#tally dd").first()).hasText("3");
        }
    }

    @Test
    void anOperatorPausesAndResumesAQueue() {
        try (Window window = window(true).as("operate")) {
            Page page = window.open("queues").page();
            page.locator("tr:has-text(\"reports\") button:has-text(\"Pause\")").click();
            assertThat(page.locator("tr:has-text(\"reports\")")).containsText("paused");
            page.locator("tr:has-text(\"reports\") button:has-text(\"Resume\")").click();
            assertThat(page.locator("tr:has-text(\"reports\")")).not().containsText("paused");
        }
    }

    @Test
    void figuresOfTheOverviewChangeWithoutAReload() throws Exception {
        try (Window window = window(true).as("view")) {
            Page page = window.open("").page();
            shop.execute("""
                    insert into rowmill_task (queue, type, status, attempts, finished)
                    select 'live', 'price-import', 'cancelled', 1, now() from generate_series(1, 4711)
                    """);
            assertThat(page.locator("main")).containsText(Pattern.compile("4,71\\d"));
            window.assertNoComplaints();
        }
    }

    @Test
    void newTasksAreAnnouncedAndShownOnAClick() throws Exception {
        long first = dead("announced");
        try (Window window = window(true).as("view")) {
            Page page = window.open("tasks?q=queue:announced").page();
            assertThat(page.locator("#list tr")).hasCount(1);
            assertThat(page.locator("#newer")).isHidden();

            dead("announced");
            dead("announced");

            assertThat(page.locator("#newer")).hasText("2 newer · show");
            assertThat(page.locator("#list tr")).hasCount(1);
            page.click("#newer");
            assertThat(page.locator("#list tr")).hasCount(3);
            assertThat(page.locator("#t" + first)).isVisible();
            window.assertNoComplaints();
        }
    }

    @Test
    void titleAndIconOfAPageFollowTheStateOfItsTask() throws Exception {
        long id = shop.number(
                "insert into rowmill_task (queue, type, run_at) values ('followed', 'price-import', now() + interval '1 h') returning id");
        try (Window window = window(true).as("view")) {
            Page page = window.open("tasks/" + id).page();
            assertThat(page).hasTitle(Pattern.compile("^Scheduled · price-import " + id));

            shop.execute("update rowmill_task set status = 'dead', finished = now() where id = " + id);

            assertThat(page).hasTitle(Pattern.compile("^Dead · price-import " + id));
            assertThat(page.locator("#icon"))
                    .hasAttribute("href", Pattern.compile("^\\.\\./assets/rowmill-alert\\.svg.*"));
            assertThat(page.locator(".lede")).containsText("dead");
            shop.execute("delete from rowmill_task where id = " + id);
            assertThat(page.locator("h1")).hasText("There is nothing here");
        }
    }

    @ParameterizedTest(name = "with a script: {0}")
    @ValueSource(booleans = {true, false})
    void aSearchIsSavedUnderANameAndDeleted(boolean script) {
        try (Window window = window(script).as("operate")) {
            Page page = window.open("tasks?q=queue:mail status:queued").page();
            page.click("summary:has-text(\"Save this search\")");
            page.fill(".rail input[type=text]", "Mail that waits");
            page.click(".rail button:has-text(\"Save\")");
            assertThat(page.locator(".done")).isVisible();
            window.open("tasks");
            page.click(".rail a:has-text(\"Mail that waits\")");
            assertThat(page).hasURL(Pattern.compile(".*q=queue.*"));
            page.click("button[aria-label=\"Delete the view Mail that waits\"]");
            assertThat(page.locator(".rail a:has-text(\"Mail that waits\")")).hasCount(0);
        }
    }

    @Test
    void keysSearchMoveAndShowTheListOfKeys() {
        try (Window window = window(true).as("view")) {
            Page page = window.open("tasks").page();
            page.keyboard().press("j");
            assertThat(page.locator("tbody tr").first().locator(":focus")).hasCount(1);
            page.keyboard().press("?");
            assertThat(page.locator("dialog[open]")).isVisible();
            page.keyboard().press("Escape");
            page.keyboard().press("/");
            assertThat(page.locator("input[name=q]:focus")).hasCount(1);
        }
    }

    @Test
    void aChosenThemeStays() {
        try (Window window = window(true).as("view")) {
            Page page = window.open("").page();
            page.locator("button[data-do=theme]").click();
            String chosen = page.locator("html").getAttribute("data-theme");
            page.reload();
            assertThat(chosen).isNotNull();
            assertThat(page.locator("html").getAttribute("data-theme")).isEqualTo(chosen);
        }
    }

    @Test
    void aUserWhoSignsOutSeesNoPage() {
        try (Window window = window(true).as("view")) {
            Page page = window.page();
            page.locator("form[action$=logout] button").dispatchEvent("click");
            page.waitForURL("**/login**");
            window.open("");
            assertThat(window.page()).hasURL(Pattern.compile(".*/rowmill/login.*"));
        }
    }
}
