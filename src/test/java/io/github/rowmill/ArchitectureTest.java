package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final int MOST_PARAMETERS = 6;

    /** What each package may import of ours; a sub-package counts as its parent. */
    private static final Map<String, Set<String>> ARROWS = table("""
            task      |
            clock     |
            config    |
            embedded  |
            api       | clock task
            payload   | clock task config api
            store     | clock task config
            settle    | clock task config api store
            execute   | clock task config api payload store settle
            claim     | clock task config api payload store execute
            enqueue   | clock task config api payload store
            recover   | clock task config api store settle
            recur     | clock task config api payload store
            retain    | clock task config api store
            observe   | clock task config api payload store claim execute settle recover retain
            access    | clock config api
            admin     | task config api payload store access
            dashboard | task config api payload store access
            testing   | clock task config api payload store settle execute claim recover recur retain
            sample    | api
            """);

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesImportOnlyWhatTheTableAllows() {
        assertThat(dependencies(ArchitectureTest::isOffTheTable)).isEmpty();
    }

    @Test
    void everyPackageHasARow() {
        Set<String> packages = MAIN.stream().map(ArchitectureTest::packageOf).collect(Collectors.toSet());

        assertThat(packages).isNotEmpty().isSubsetOf(ARROWS.keySet());
    }

    @Test
    void nobodyImportsTheOuterPackages() {
        Set<String> imported = ARROWS.values().stream().flatMap(Set::stream).collect(Collectors.toSet());

        assertThat(imported)
                .doesNotContain("enqueue", "observe", "admin", "dashboard", "embedded", "testing", "sample")
                .isSubsetOf(ARROWS.keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.github.rowmill.(*)..", "io.github.rowmill.(**)"})
    void packagesFormNoCycle(String packages) {
        SlicesRuleDefinition.slices()
                .matching(packages)
                .should()
                .beFreeOfCycles()
                .check(MAIN);
    }

    @Test
    void onlyStoreTaskAndSampleSeeTheDatabase() {
        Set<String> allowed = Set.of("store", "task", "sample");

        assertThat(dependencies(arrow -> isOfTheDatabase(arrow.getTargetClass().getPackageName())
                        && !allowed.contains(packageOf(arrow.getOriginClass()))))
                .isEmpty();
    }

    @Test
    void nobodyAsksThisNodeWhatTimeItIs() {
        assertThat(accesses(access -> tellsTheTime(access.getTargetOwner(), access.getName())
                        && !isSamplesToday(access.getOriginOwner(), access.getTargetOwner())))
                .isEmpty();
    }

    /** And what the benchmark runs, which compares times of several processes. */
    @Test
    void onlyTheTickerMeasures() {
        assertThat(accesses(access -> access.getName().equals("nanoTime")
                        && !Set.of("clock", "sample").contains(packageOf(access.getOriginOwner()))))
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
                                constructor.getRawParameterTypes().size() > MOST_PARAMETERS)
                        .map(constructor -> constructor.getFullName()))
                .isEmpty();
    }

    private static boolean isOffTheTable(Dependency arrow) {
        String from = packageOf(arrow.getOriginClass());
        String to = packageOf(arrow.getTargetClass());
        return !to.isEmpty()
                && !from.equals(to)
                && !ARROWS.getOrDefault(from, Set.of()).contains(to);
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

    /** The sample names its daily tasks after today's date, and compares it with nothing. */
    private static boolean isSamplesToday(JavaClass origin, JavaClass target) {
        return packageOf(origin).equals("sample") && target.isEquivalentTo(java.time.LocalDate.class);
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

    /** The package below ours, without its sub-packages; empty: it is not ours. */
    private static String packageOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.startsWith(BASE) ? name.substring(BASE.length()).split("\\.")[0] : "";
    }

    private static Map<String, Set<String>> table(String rows) {
        return rows.lines()
                .map(row -> row.split("\\|"))
                .collect(Collectors.toMap(row -> row[0].strip(), ArchitectureTest::imports));
    }

    private static Set<String> imports(String[] row) {
        String names = row.length == 1 ? "" : row[1].strip();
        return names.isEmpty() ? Set.of() : Set.of(names.split(" "));
    }
}
