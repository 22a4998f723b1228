package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class StepsExampleTest {

    /** The systems of partners: a bank, mail and a supplier. */
    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @Singleton
    static class Partners {

        static final int PRODUCTS = 5;

        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        volatile boolean isDown;

        Office.Receipt charge(long order, String key) {
            calls.add("charge " + order);
            return new Office.Receipt("r-" + order);
        }

        void mail(String to, String text) {
            calls.add("mail " + to);
        }

        List<Office.Product> products(long after, int most) {
            if (isDown && after > 0) {
                throw new IllegalStateException("the supplier is down");
            }
            calls.add("products after " + after);
            return LongStream.rangeClosed(after + 1, PRODUCTS)
                    .limit(most)
                    .mapToObj(Office.Product::new)
                    .toList();
        }

        void reset() {
            calls.clear();
            isDown = false;
        }
    }

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @ApplicationScoped
    static class Office {

        @Inject
        TaskQueue tasks;

        @Inject
        Partners partners; // your own code: a bank, mail, a supplier

        record Order(long id, String customer) {}

        record Receipt(String number) {}

        record Expense(String by, long cents) {}

        record Decision(boolean granted) {}

        record Payment(long order, long cents) {}

        record Product(long id) {}

        // Steps: what an attempt has recorded is not done again.
        @Handles("sell")
        void sell(Order order, TaskContext task) {
            Receipt receipt =
                    task.step("charge", Receipt.class, () -> partners.charge(order.id(), task.idempotencyKey()));
            task.transaction("book", () -> tasks.enqueue(NewTask.of("print-receipt", receipt))); // or rows of your own
            task.sleep("two-weeks", Duration.ofDays(14)); // holds no worker, and uses up no attempt
            task.step("ask-for-review", () -> partners.mail(order.customer(), "How was it?"));
        }

        // An import with a cursor: a failed attempt goes on behind the last committed page.
        @Handles("import-products")
        @Recurring(cron = "30 1 * * *", zone = "Europe/Berlin", overlap = Overlap.SKIP)
        void importProducts(TaskContext task) {
            task.loop("pages", 0L, after -> {
                List<Product> page = partners.products(after, 2); // at most 1,000, in real life
                page.forEach(product -> tasks.enqueue(NewTask.of("index-product", product)));
                return page.isEmpty()
                        ? Optional.empty()
                        : Optional.of(page.get(page.size() - 1).id());
            });
        }

        // An approval: the task waits up to three days for a person.
        @Handles("approve-expense")
        String approve(Expense expense, TaskContext task) {
            task.step("ask", () -> partners.mail("boss", "%s wants %s cents".formatted(expense.by(), expense.cents())));
            return task.awaitSignal("decision", Decision.class, Duration.ofDays(3))
                    .map(decision -> decision.granted() ? "granted" : "refused")
                    .orElse("too late");
        }

        // The click of that person, by the id of the task.
        void decide(long expense, boolean granted) {
            tasks.signal(expense, "decision", new Decision(granted));
        }

        // A task that waits for the webhook of a bank. Its unique key is the number of the order.
        void sellOnAccount(Order order) {
            tasks.enqueue(NewTask.of("await-payment", order).uniqueKey("order-" + order.id()));
        }

        @Handles("await-payment")
        long awaitPayment(Order order, TaskContext task) {
            return task.awaitSignal("paid", Payment.class, Duration.ofDays(30))
                    .map(Payment::cents)
                    .orElse(0L);
        }

        // Your resource of the webhook calls this. It needs no id of a task.
        void paid(Payment payment) {
            tasks.signal("await-payment", "order-" + payment.order(), "paid", payment);
        }

        // A flow of other tasks, one for each page. This task goes on when all of them have completed.
        @Handles("print-catalogue")
        long printCatalogue(List<Product> products, TaskContext task) {
            Flow flow = Flow.of("catalogue");
            flow.add(
                    "pages",
                    products.stream()
                            .map(product -> NewTask.of("lay-out-page", product))
                            .toList());
            EndedFlow pages = task.awaitFlow("pages", flow);
            return pages.results("pages", Long.class).mapToLong(Long::longValue).sum();
        }

        @Handles("lay-out-page")
        long layOut(Product product, TaskContext task) {
            task.progress(50, "pictures"); // users see it on the page of the task
            return 2; // sheets of paper
        }

        @Handles("print-receipt")
        void print(Receipt receipt) {
            // your work
        }

        @Handles("index-product")
        void index(Product product) {
            // your work
        }
    }

    @Inject
    Office office;

    @Inject
    Partners partners;

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void clear() {
        mill.clear();
        partners.reset();
    }

    @AfterEach
    void deleteSchedule() {
        rows.execute("delete from rowmill_schedule where name = 'import-products'");
    }

    private long enqueue(String type, Object payload) {
        return queue.enqueue(NewTask.of(type, payload)).id();
    }

    private String ended(long id) {
        return rows.of(id, "concat_ws(' ', status, result)");
    }

    private long tasks(String type) {
        return rows.number("select count(*) from rowmill_task where type = '%s'".formatted(type));
    }

    @Test
    void theCustomerIsChargedOnceAndAskedAfterTwoWeeks() {
        long id = enqueue("sell", new Office.Order(17, "ada"));
        mill.drain();
        assertThat(partners.calls).containsExactly("charge 17");

        mill.pass(id, Duration.ofDays(14));
        mill.drain();

        assertThat(partners.calls).containsExactly("charge 17", "mail ada");
        assertThat(ended(id)).isEqualTo("completed");
        assertThat(tasks("print-receipt")).isOne();
    }

    @Test
    void theImportContinuesAfterTheLastPage() {
        partners.isDown = true;
        long id = queue.enqueue(NewTask.of("import-products")).id();
        mill.drain();
        assertThat(partners.calls).containsExactly("products after 0");
        assertThat(tasks("index-product")).isEqualTo(2);

        partners.isDown = false;
        mill.pass(id, Duration.ofHours(1));
        mill.drain();

        assertThat(partners.calls)
                .containsExactly("products after 0", "products after 2", "products after 4", "products after 5");
        assertThat(ended(id)).isEqualTo("completed");
        assertThat(tasks("index-product")).isEqualTo(Partners.PRODUCTS);
    }

    @Test
    void theExpenseIsGranted() {
        long id = enqueue("approve-expense", new Office.Expense("ada", 1_999));
        mill.drain();

        office.decide(id, true);
        mill.drain();

        assertThat(ended(id)).isEqualTo("completed \"granted\"");
        assertThat(partners.calls).containsExactly("mail boss");
    }

    @Test
    void anExpenseWithoutADecisionIsTooLate() {
        long id = enqueue("approve-expense", new Office.Expense("ada", 1_999));
        mill.drain();

        mill.pass(id, Duration.ofDays(3));
        mill.drain();

        assertThat(ended(id)).isEqualTo("completed \"too late\"");
    }

    @Test
    void thePaymentReachesTheTaskOfItsOrder() {
        office.sellOnAccount(new Office.Order(18, "ada"));
        mill.drain();

        office.paid(new Office.Payment(18, 4_200));
        mill.drain();

        assertThat(rows.text("select concat_ws(' ', status, result) from rowmill_task where type = 'await-payment'"))
                .isEqualTo("completed 4200");
    }

    @Test
    void theCatalogueHasTheSheetsOfAllPages() {
        List<Office.Product> products =
                LongStream.rangeClosed(1, 3).mapToObj(Office.Product::new).toList();
        long id = enqueue("print-catalogue", products);

        mill.drain();

        assertThat(ended(id)).isEqualTo("completed 6");
        assertThat(rows.text("select string_agg(distinct progress || ' ' || progress_note, ',') from rowmill_task"))
                .isEqualTo("50 pictures");
    }
}
