package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All unit tests of no other suite; fuzz targets want a JVM of their own. */
@Suite
@SelectPackages("io.github.rowmill")
@ExcludeClassNamePatterns({EngineSuite.ENGINE, WaitingSuite.WAITING, LongSuite.LONG, "io\\.github\\.rowmill\\.fuzz\\..*"
})
class OtherSuite {}
