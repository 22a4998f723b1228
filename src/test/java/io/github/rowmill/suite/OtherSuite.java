package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All unit tests that are in no other suite. Fuzz targets are left out, because they need their own JVM. */
@Suite
@SelectPackages("io.github.rowmill")
@ExcludeClassNamePatterns({EngineSuite.ENGINE, WaitingSuite.WAITING, LongSuite.LONG, "io\\.github\\.rowmill\\.fuzz\\..*"
})
class OtherSuite {}
