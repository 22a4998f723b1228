package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.operate.http.Guarded;
import io.github.rowmill.operate.http.HonestCaller;
import io.github.rowmill.operate.http.HostileCallers;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Attacks a node of 1 GB with a million tasks, by callers without credentials and by a viewer. Measures the enqueues
 * of another caller before and during the attack, each after rounds that warm up the JVM. Run by {@code -Phostile}.
 * {@code -Dhostile.other} names another copy of the application, which is measured first. {@code -Dhostile.enqueues}
 * is the number of enqueues that are measured.
 */
class HostileRun {

    private static final String OTHER = System.getProperty("hostile.other");
    private static final int ENQUEUES = Integer.getInteger("hostile.enqueues", 1_000);
    private static final int ROUNDS_TO_WARM_UP = 3;
    private static final int MOST_TIMES_AS_LONG = 3;

    private static final String OLD_TASKS = """
            insert into rowmill_task (type, queue, status, finished)
            select 'noop', 'old', 'completed', now()
              from generate_series(1, 1000000)
            """;

    private record Measured(HonestCaller.Figures before, HonestCaller.Figures meanwhile, boolean lives) {}

    @Test
    void honestCallersAreServedDuringAnAttack() throws Exception {
        if (OTHER != null) {
            measure(Path.of(OTHER));
        }
        Measured measured = measure(NodeLaunch.APPLICATION);

        assertThat(measured.lives()).isTrue();
        assertThat(measured.meanwhile().failed()).isZero();
        assertThat(measured.meanwhile().unready()).isZero();
        assertThat(measured.meanwhile().p99())
                .isLessThan(MOST_TIMES_AS_LONG * measured.before().p99());
    }

    private static Measured measure(Path application) throws Exception {
        List<String> settings = new ArrayList<>(List.of(
                "rowmill.api.enabled=true", "rowmill.dashboard.enabled=true", "rowmill.access.open-to-everyone=false"));
        new Guarded().getConfigOverrides().forEach((key, value) -> settings.add(key + "=" + value));
        try (Database database = Database.start();
                Node node = new NodeLaunch("hostile", database.url())
                        .application(application)
                        .jvm(List.of("-Xmx1g"))
                        .settings(settings)
                        .start()) {
            node.awaitReady();
            database.execute(OLD_TASKS);
            URI root = URI.create(node.address());
            HonestCaller honest = new HonestCaller(root);
            honest.enqueue(ROUNDS_TO_WARM_UP * ENQUEUES);
            HonestCaller.Figures before = honest.enqueue(ENQUEUES);
            System.out.printf("hostile: %s: before: %s%n", application, before);
            Process hostile = callers(root);
            try (BufferedReader said = hostile.inputReader()) {
                assertThat(said.readLine()).isEqualTo("begun");
                honest.enqueue(ROUNDS_TO_WARM_UP * ENQUEUES);
                HonestCaller.Figures meanwhile = honest.enqueue(ENQUEUES);
                hostile.getOutputStream().close();
                System.out.printf(
                        "hostile: %s: meanwhile: %s; answered to them: %s; the node lives: %s%n",
                        application, meanwhile, said.readLine(), node.isAlive());
                return new Measured(before, meanwhile, node.isAlive());
            } finally {
                hostile.destroyForcibly();
            }
        }
    }

    /**
     * Starts the hostile callers with the lowest priority. Real ones run on other machines, and take no processor
     * time from the node and the measured caller.
     */
    private static Process callers(URI root) throws IOException {
        return new ProcessBuilder(
                        "nice",
                        "-n",
                        "19",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileCallers.class.getName(),
                        root.toString())
                .redirectError(Path.of("target", "hostile-callers.log").toFile())
                .start();
    }
}
