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
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the layout of the code in sources and compiled classes: its doors, its spine and its features. */
class ArchitectureTest {

    private static final String BASE = "io.github.rowmill.";
    private static final int MAX_PARAMETERS = 7;

    /** A door imports nothing from the doors after it. So the spine, {@code engine}, names no feature. */
    private static final List<String> DOORS = List.of(
            "text",
            "config",
            "task",
            "api",
            "node",
            "db",
            "handler",
            "payload",
            "engine",
            "feature",
            "operate",
            "testing",
            "sample",
            "embedded");

    /** The exact imports of each package of the spine from the others. */
    private static final List<String> SPINE = rows("""
            engine                 | engine.claim engine.execute engine.wake
            engine.call            |
            engine.enqueue         | engine.call engine.read engine.store engine.store.end
            engine.claim           | engine.enqueue engine.execute engine.hold engine.store engine.store.claim
            engine.execute         | engine.execute.thread engine.hold engine.settle engine.store
            engine.execute.thread  |
            engine.hold            |
            engine.settle          | engine.store engine.store.end
            engine.wake            | engine.claim engine.execute
            engine.sweep           | engine.store engine.store.end
            engine.read            | engine.store.claim engine.store.end
            engine.store           |
            engine.store.claim     | engine.store engine.store.end
            engine.store.end       | engine.store
            engine.store.testing   |
            """);

    /** The package whose statements write a table. A second one is named with its class. */
    private static final Map<String, List<String>> WRITERS = Map.ofEntries(
            Map.entry(
                    "rowmill_task",
                    List.of(
                            "engine.store",
                            "feature.rule.BlockedKeys",
                            "feature.rule.turn.Strays",
                            "feature.unique.UniqueKeys")),
            Map.entry("rowmill_attempt", List.of("engine.store.end")),
            Map.entry("rowmill_queue", List.of("feature.rule")),
            Map.entry("rowmill_lane", List.of("feature.rule")),
            Map.entry("rowmill_schedule", List.of("feature.schedule.store")),
            Map.entry("rowmill_subscription", List.of("feature.topic.store")),
            Map.entry("rowmill_flow", List.of("feature.flow.store", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_part", List.of("feature.flow.store")),
            Map.entry("rowmill_part_task", List.of("feature.flow.store", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_step", List.of("feature.step.store", "engine.store.testing")),
            Map.entry("rowmill_signal", List.of("feature.step.store", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_job", List.of("feature.job", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_job_task", List.of("feature.job")),
            Map.entry("rowmill_failure", List.of("feature.failure", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_series", List.of("feature.series")),
            Map.entry("rowmill_series_node", List.of("feature.series", "feature.failure.FailureRows")),
            Map.entry("rowmill_log", List.of("feature.context.log", "engine.store.testing.RowSweep")),
            Map.entry("rowmill_operator", List.of("feature.beat")),
            Map.entry("rowmill_session", List.of("operate.access")),
            Map.entry("rowmill_view", List.of("operate.view")));

    private static final Sources SOURCES = Sources.of(Path.of("src", "main", "java"));

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void aDoorImportsOnlyFromDoorsBeforeIt() {
        assertThat(SOURCES.packages().stream().map(ArchitectureTest::door))
                .isSubsetOf(DOORS)
                .containsAll(DOORS);
        assertThat(SOURCES.imports())
                .filteredOn(arrow -> DOORS.indexOf(door(arrow.to())) > DOORS.indexOf(door(arrow.from())))
                .isEmpty();
    }

    @Test
    void aFeatureNamesNoOtherFeature() {
        assertThat(SOURCES.imports())
                .filteredOn(arrow ->
                        door(arrow.from()).equals("feature") && door(arrow.to()).equals("feature"))
                .isNotEmpty()
                .allMatch(arrow -> feature(arrow.from()).equals(feature(arrow.to())));
    }

    private static String feature(String name) {
        return name.split("\\.")[1];
    }

    @Test
    void packagesOfTheSpineImportExactlyWhatTheTableLists() {
        assertThat(SOURCES.packages().stream()
                        .filter(name -> door(name).equals("engine"))
                        .map(name -> name + " | " + String.join(" ", SOURCES.importedBy(name, "engine"))))
                .containsExactlyInAnyOrderElementsOf(SPINE);
    }

    @Test
    void noOtherDoorImportsAnOuterDoor() {
        assertThat(SOURCES.imports())
                .filteredOn(arrow -> !door(arrow.from()).equals(door(arrow.to())))
                .isNotEmpty()
                .noneMatch(arrow ->
                        Set.of("operate", "embedded", "testing", "sample").contains(door(arrow.to())));
    }

    @Test
    void eachTableIsWrittenByItsOwner() {
        Map<String, Set<String>> writers = SOURCES.writersOfTables();

        assertThat(writers.keySet()).isEqualTo(WRITERS.keySet());
        assertThat(writers)
                .allSatisfy((table, classes) -> assertThat(classes)
                        .as(table)
                        .allMatch(type -> WRITERS.get(table).stream()
                                .anyMatch(owner -> type.equals(owner) || type.startsWith(owner + "."))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.github.rowmill.(*)..",
                "io.github.rowmill.engine.(*)..",
                "io.github.rowmill.feature.(*)..",
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

    /** The store of a feature that has its own table may use the database, too. */
    @Test
    void onlyListedPackagesUseTheDatabase() {
        assertThat(dependencies(arrow -> isOfTheDatabase(arrow.getTargetClass().getPackageName())
                        && !isOfTheTables(packageOf(arrow.getOriginClass()))))
                .isEmpty();
    }

    /** The only exception is a class whose time the command {@code check} compares with the database's clock. */
    @Test
    void noClassReadsTheClockOfTheNode() {
        assertThat(accesses(access -> tellsTheTime(access.getTargetOwner(), access.getName())
                        && !access.getOriginOwner().getName().equals(BASE + "operate.cli.LocalClock")))
                .isEmpty();
    }

    @Test
    void onlyThePackageNodeCallsNanoTime() {
        assertThat(accesses(access -> access.getName().equals("nanoTime")
                        && !packageOf(access.getOriginOwner()).equals("node")))
                .isEmpty();
    }

    /**
     * Includes tests. On two cores, the common pool has one thread. Work there that waits for other work of the pool
     * waits for ever. Java 25 uses the pool even then.
     */
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

    @Test
    void eachInterceptorHasAPriorityOfItsOwn() {
        assertThat(MAIN.stream().filter(type -> type.isAnnotatedWith(Interceptor.class) && !type.isAnnotation()))
                .hasSizeGreaterThan(1)
                .extracting(type -> type.getAnnotationOfType(Priority.class).value())
                .doesNotHaveDuplicates();
    }

    /** Records are values and may have more components than a bean has collaborators. */
    @Test
    void constructorsTakeAtMostSevenParameters() {
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
        return name.startsWith("db")
                || name.startsWith("engine.store")
                || name.equals("engine.read")
                || name.startsWith("feature.rule")
                || Set.of(
                                "engine.wake",
                                "feature.schedule.store",
                                "feature.topic.store",
                                "feature.flow",
                                "feature.flow.store",
                                "feature.step",
                                "feature.step.store",
                                "feature.unique",
                                "feature.beat",
                                "feature.change",
                                "feature.failure",
                                "feature.series",
                                "feature.job",
                                "feature.context.log",
                                "operate.access",
                                "operate.audit",
                                "operate.view",
                                "task",
                                "sample")
                        .contains(name);
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

    /** Returns the package below {@code io.github.rowmill}, or empty for other classes. */
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
