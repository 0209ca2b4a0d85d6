package dev.hansom.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import dev.hansom.pooler.Pooler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The packages of the pooler and what they may use. The table in docs/architecture.md says the same: change both. */
@AnalyzeClasses(locations = LayeringTest.MainClasses.class)
final class LayeringTest {

    /** Bottom up. A package may use those of its own row and of the rows before it. */
    private static final List<List<String>> ROWS = List.of(
            List.of("wire", "stats", "clock"),
            List.of("prepared", "state", "auth"),
            List.of("pool"),
            List.of("server"),
            List.of("session"),
            List.of("admin"),
            List.of("config"),
            List.of("engine"),
            List.of("pooler"));

    @ArchTest
    static void theClassesAreFound(JavaClasses classes) {
        assertThat(classes.contain(Pooler.class)).isTrue();
    }

    @ArchTest
    static void nobodyUsesWhatStandsAbove(JavaClasses classes) {
        List<String> above = new ArrayList<>();
        for (int row = ROWS.size() - 1; row >= 0; row--) {
            String[] own = packages(ROWS.get(row));
            if (!above.isEmpty()) {
                noClasses()
                        .that()
                        .resideInAnyPackage(own)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(above.toArray(String[]::new))
                        .because("what stands below must not know what stands above: " + ROWS)
                        .allowEmptyShould(true)
                        .check(classes);
            }
            above.addAll(List.of(own));
        }
    }

    /** Rows of several packages could hide one; so could a package of a new name. */
    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.hansom.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule EVERY_PACKAGE_HAS_ITS_ROW = noClasses()
            .should()
            .resideOutsideOfPackages(
                    packages(ROWS.stream().flatMap(List::stream).toList()))
            .because("a package without a row is checked by nobody: give it one")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule DECISIONS_KNOW_NO_NETTY = noClasses()
            .that()
            .resideInAnyPackage(packages(List.of("pool", "state", "stats", "clock")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..")
            .because("they are tested without a socket")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule VERTX_STAYS_AT_THE_EDGE = noClasses()
            .that()
            .resideOutsideOfPackages(packages(List.of("engine", "pooler")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.vertx..")
            .because("an embedder's Vert.x is met in engine and pooler only")
            .allowEmptyShould(true);

    /** This module's main classes, without those of the test kit, which are on the same path. */
    static final class MainClasses implements LocationProvider {
        @Override
        public Set<Location> get(Class<?> testClass) {
            return Set.of(Location.of(
                    Pooler.class.getProtectionDomain().getCodeSource().getLocation()));
        }
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> "dev.hansom." + name + "..").toArray(String[]::new);
    }
}
