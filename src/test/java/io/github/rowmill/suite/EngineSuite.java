package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** A third of the unit tests, by the time they take; {@link WaitingSuite} and {@link OtherSuite} run in JVMs beside it. */
@Suite
@SelectPackages({"io.github.rowmill.engine", "io.github.rowmill.machine", "io.github.rowmill.operate.trace"})
@ExcludeClassNamePatterns(WaitingSuite.WAITING)
class EngineSuite {

    static final String ENGINE = "io\\.github\\.rowmill\\.(engine|machine|operate\\.trace)\\..*";
}
