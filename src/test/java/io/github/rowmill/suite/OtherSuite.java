package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All unit tests that are not of {@link EngineSuite}; fuzz targets want a JVM of their own. */
@Suite
@SelectPackages("io.github.rowmill")
@ExcludeClassNamePatterns({
    EngineSuite.ENGINE + "(?!" + EngineSuite.LEFT_TO_OTHERS + ").*",
    "io\\.github\\.rowmill\\.fuzz\\..*"
})
class OtherSuite {}
