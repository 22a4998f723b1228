package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** The unit tests of the engine. The other suites run in JVMs beside it. */
@Suite
@SelectPackages({
    "io.github.rowmill.engine",
    "io.github.rowmill.feature",
    "io.github.rowmill.machine",
    "io.github.rowmill.operate.trace"
})
@ExcludeClassNamePatterns({WaitingSuite.WAITING, LongSuite.LONG})
class EngineSuite {

    static final String ENGINE = "io\\.github\\.rowmill\\.(engine|feature|machine|operate\\.trace)\\..*";
}
