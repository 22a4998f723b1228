package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of the house, read off the compiled classes. The table may grow with a reason in {@code docs/decisions}. */
class ArchitectureTest {

    private static final String BASE = "io.github.rowmill.";
    private static final int MAX_PARAMETERS = 6;

    /** What each package imports of ours: no more, and no less. */
    private static final List<String> ARROWS = rows("""
            task                   |
            config                 |
            text                   |
            embedded               |
            api                    | task
            node                   | api config
            handler                | api config task
            handler.discovery      | api handler
            payload                | api config handler payload.cipher text
            payload.cipher         | api config text
            payload.startup        | api handler payload
            payload.nativeimage    | api
            engine                 | config engine.claim engine.execute engine.store.schema engine.wake node payload.startup
            engine.beat            | api config engine.execute engine.store.loop engine.store.sql handler node
            engine.call            |
            engine.claim           | api config engine.enqueue engine.execute engine.store engine.store.claim handler node task
            engine.context         | api config engine.enqueue engine.execute engine.store engine.store.sql node task text
            engine.context.log     | config engine.context engine.store.loop engine.store.sql node task text
            engine.wake            | api config engine.claim engine.execute engine.store.loop node task
            engine.enqueue         | api config engine.call engine.store engine.store.read handler node payload task text
            engine.execute         | api config engine.execute.thread engine.settle engine.store handler node payload task
            engine.execute.thread  | config
            engine.settle          | api engine.store engine.store.sql node task text
            engine.recover         | api config engine.store node
            engine.recur           | api config engine.call engine.enqueue engine.recur.store engine.recur.time engine.store handler node task text
            engine.recur.store     | api engine.store engine.store.loop engine.store.sql
            engine.recur.time      | api
            engine.unique          | api engine.enqueue engine.store engine.store.loop engine.store.sql task
            engine.expire          | api engine.store.loop engine.store.sql node
            engine.bulk            | api engine.enqueue engine.store engine.store.loop engine.store.read engine.store.sql handler node payload text
            engine.change          | api engine.enqueue engine.store engine.store.sql payload task
            engine.failure         | api config engine.store.loop engine.store.sql node text
            engine.series          | api config engine.store.loop engine.store.sql node task
            engine.retain          | api config engine.store node task
            engine.limit           | config engine.limit.rule engine.limit.turn engine.settle engine.store.claim engine.store.loop engine.store.sql handler task
            engine.limit.rule      | engine.store.sql
            engine.limit.turn      | engine.limit.rule engine.store.claim engine.store.loop engine.store.sql node task
            engine.rule            | api config engine.call engine.enqueue engine.limit.rule engine.store engine.store.claim engine.store.loop engine.store.sql node task text
            engine.store           | api config engine.store.loop engine.store.sql node task text
            engine.store.attempt   | engine.store.loop task
            engine.store.claim     | config engine.store engine.store.loop engine.store.sql node task
            engine.store.loop      | config engine.store.sql node
            engine.store.read      | config engine.store.claim engine.store.loop engine.store.sql node task
            engine.store.schema    | engine.store.loop engine.store.sql node task
            engine.store.sql       |
            engine.store.testing   | engine.store.sql
            operate                | config
            operate.access         | config engine.store.loop engine.store.sql node text
            operate.admin          | api config engine.beat engine.bulk engine.change engine.context.log engine.enqueue engine.failure engine.recur engine.recur.store engine.rule engine.series engine.store engine.store.attempt engine.store.loop engine.store.read engine.store.sql handler operate.access operate.audit operate.mask operate.search task text
            operate.audit          | api config engine.enqueue engine.store.loop engine.store.sql node operate.access text
            operate.trace          | api config engine.context engine.store task text
            operate.cli            | api config engine.claim engine.store.read engine.store.schema engine.store.sql node operate operate.cli.terminal task text
            operate.cli.terminal   | text
            operate.http           | api config engine.store.loop engine.store.read engine.store.sql handler operate operate.access operate.admin operate.audit operate.http.body operate.http.json operate.search text
            operate.http.node      | api engine.beat operate.admin operate.http operate.http.json
            operate.http.history   | api engine.series operate.admin operate.http operate.http.json
            operate.http.schedule  | api engine.store.sql operate.access operate.admin operate.http operate.http.body operate.http.json text
            operate.http.body      | config operate operate.http.json
            operate.http.caller    | api config engine.store.loop operate.access operate.http operate.http.body operate.http.json text
            operate.http.json      | api config engine.store.read engine.store.sql operate.admin operate.audit payload task text
            operate.http.job       | api engine.bulk engine.store.read operate.admin operate.http operate.http.body operate.http.json
            operate.http.task      | api engine.failure engine.store.read operate.access operate.admin operate.http operate.http.body operate.http.json task
            operate.search         | api engine.store.read payload task text
            operate.figures        | api engine.beat engine.failure engine.rule engine.series engine.store.loop engine.store.read engine.store.sql node task
            operate.view           | config engine.store.loop engine.store.sql operate.access operate.audit operate.search
            operate.mask           | api handler payload payload.cipher
            operate.page           | api config engine.beat engine.store.read operate operate.access operate.http operate.http.body operate.http.caller operate.http.json operate.search task text
            operate.page.entry     | operate.access operate.http.body operate.page
            operate.page.list      | api config engine.beat engine.bulk engine.store.loop engine.store.read handler operate.access operate.admin operate.http operate.http.body operate.http.json operate.page operate.page.live operate.search operate.view task text
            operate.page.overview  | api config engine.beat engine.failure engine.series engine.store.read handler operate.access operate.figures operate.observe operate.page operate.page.chart operate.page.failure operate.page.live operate.page.node task
            operate.page.audit     | engine.store.sql operate.audit operate.page
            operate.page.chart     | engine.beat engine.series operate.page
            operate.page.failure   | api engine.failure engine.store.read operate.admin operate.http operate.page operate.page.chart operate.page.task task
            operate.page.live      | engine.store.read node operate.access operate.http.body operate.page
            operate.page.node      | config engine.beat operate.access operate.admin operate.page operate.page.live
            operate.page.queue     | api config engine.series engine.store.read engine.store.sql operate.access operate.admin operate.http.body operate.http.json operate.page operate.page.chart operate.page.live
            operate.page.recur     | api engine.recur engine.store.sql operate.access operate.admin operate.http.body operate.page
            operate.page.task      | api operate.access operate.admin operate.audit operate.http.body operate.page operate.page.live task text
            operate.observe        | api config engine.execute engine.store.read engine.wake handler node task text
            operate.health         | api config engine.claim engine.execute engine.store.schema engine.wake node operate.observe
            testing                | api engine.claim engine.execute engine.execute.thread engine.expire engine.recover engine.recur engine.store.read engine.store.testing node payload payload.cipher task
            sample                 | api
            """);

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesImportWhatTheTableSays() {
        Map<String, Set<String>> found = new TreeMap<>();
        MAIN.forEach(type ->
                found.computeIfAbsent(packageOf(type), name -> new TreeSet<>()).addAll(importedBy(type)));

        assertThat(found.entrySet().stream().map(row -> row.getKey() + " | " + String.join(" ", row.getValue())))
                .containsExactlyInAnyOrderElementsOf(ARROWS);
    }

    private static Set<String> importedBy(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(arrow -> packageOf(arrow.getTargetClass()))
                .filter(name -> !name.isEmpty() && !name.equals(packageOf(type)))
                .collect(Collectors.toSet());
    }

    @Test
    void nobodyImportsTheOuterDoors() {
        Set<String> imported = MAIN.stream()
                .flatMap(type -> importedBy(type).stream()
                        .filter(name -> !door(name).equals(door(packageOf(type))))
                        .map(ArchitectureTest::door))
                .collect(Collectors.toSet());

        assertThat(imported).isNotEmpty().doesNotContain("operate", "embedded", "testing", "sample");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.github.rowmill.(*)..",
                "io.github.rowmill.engine.(*)..",
                "io.github.rowmill.operate.(*)..",
                "io.github.rowmill.(**)"
            })
    void packagesFormNoCycle(String packages) {
        SlicesRuleDefinition.slices()
                .matching(packages)
                .should()
                .beFreeOfCycles()
                .check(MAIN);
    }

    /** And the store of a feature that has a table of its own. */
    @Test
    void onlyStoreTaskAndSampleSeeTheDatabase() {
        assertThat(dependencies(arrow -> isOfTheDatabase(arrow.getTargetClass().getPackageName())
                        && !isOfTheTables(packageOf(arrow.getOriginClass()))))
                .isEmpty();
    }

    /** But for one class, which the command {@code check} compares with the database's clock. */
    @Test
    void nobodyAsksThisNodeWhatTimeItIs() {
        assertThat(accesses(access -> tellsTheTime(access.getTargetOwner(), access.getName())
                        && !access.getOriginOwner().getName().equals(BASE + "operate.cli.LocalClock")))
                .isEmpty();
    }

    @Test
    void onlyTheTickerMeasures() {
        assertThat(accesses(access -> access.getName().equals("nanoTime")
                        && !packageOf(access.getOriginOwner()).equals("node")))
                .isEmpty();
    }

    /** Tests included. Where it has one thread, as on two cores, what waits for another's work there waits for ever; Java 25 takes it even then. */
    @Test
    void noWorkIsLeftToTheCommonPool() {
        JavaClasses all =
                new ClassFileImporter().importPaths(Path.of("target", "classes"), Path.of("target", "test-classes"));

        assertThat(all.stream()
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(ArchitectureTest::isLeftToTheCommonPool)
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }

    @Test
    void nothingIsInjectedIntoFields() {
        assertThat(fields(field -> field.isAnnotatedWith(Inject.class))).isEmpty();
    }

    @Test
    void noStaticFieldIsMutable() {
        assertThat(fields(field -> field.getModifiers().contains(JavaModifier.STATIC)
                        && !field.getModifiers().contains(JavaModifier.FINAL)))
                .isEmpty();
    }

    /** Records are values and may have more components than a bean has collaborators. */
    @Test
    void constructorsTakeAtMostSixParameters() {
        assertThat(MAIN.stream()
                        .filter(type -> !type.isRecord() && !type.isEnum())
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor ->
                                constructor.getRawParameterTypes().size() > MAX_PARAMETERS)
                        .map(constructor -> constructor.getFullName()))
                .isEmpty();
    }

    private static boolean isLeftToTheCommonPool(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(CompletionStage.class)
                && call.getName().endsWith("Async")
                && call.getTarget().getRawParameterTypes().stream()
                        .noneMatch(type -> type.isEquivalentTo(Executor.class));
    }

    private static boolean isOfTheTables(String name) {
        return name.startsWith("engine.store")
                || name.startsWith("engine.limit")
                || name.equals("engine.unique")
                || name.equals("engine.expire")
                || name.equals("engine.beat")
                || name.equals("engine.change")
                || name.equals("engine.failure")
                || name.equals("engine.series")
                || name.equals("engine.bulk")
                || name.equals("engine.rule")
                || name.equals("engine.context.log")
                || name.equals("operate.access")
                || name.equals("operate.audit")
                || name.equals("operate.view")
                || name.equals("engine.recur.store")
                || name.equals("task")
                || name.equals("sample");
    }

    private static boolean isOfTheDatabase(String name) {
        return name.startsWith("jakarta.persistence")
                || name.startsWith("java.sql")
                || (name.startsWith("org.hibernate") && !name.startsWith("org.hibernate.validator"));
    }

    private static boolean tellsTheTime(JavaClass owner, String name) {
        return (owner.getPackageName().equals("java.time") && (name.equals("now") || name.startsWith("system")))
                || name.equals("currentTimeMillis")
                || (owner.isEquivalentTo(java.util.Date.class) && name.equals("<init>"));
    }

    private static List<String> dependencies(Predicate<Dependency> wrong) {
        return found(type ->
                type.getDirectDependenciesFromSelf().stream().filter(wrong).map(Dependency::getDescription));
    }

    private static List<String> accesses(Predicate<JavaAccess<?>> wrong) {
        return found(type -> type.getAccessesFromSelf().stream().filter(wrong).map(JavaAccess::getDescription));
    }

    private static List<String> fields(Predicate<JavaField> wrong) {
        return found(type -> type.getFields().stream().filter(wrong).map(JavaField::getFullName));
    }

    private static List<String> found(Function<JavaClass, Stream<String>> search) {
        return MAIN.stream().flatMap(search).sorted().toList();
    }

    /** The package below ours; empty: it is not ours. */
    private static String packageOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.startsWith(BASE) ? name.substring(BASE.length()) : "";
    }

    private static String door(String name) {
        return name.split("\\.")[0];
    }

    private static List<String> rows(String table) {
        return table.lines()
                .map(row -> row.replaceAll(" +", " ").stripTrailing())
                .map(row -> row.endsWith("|") ? row + " " : row)
                .toList();
    }
}
