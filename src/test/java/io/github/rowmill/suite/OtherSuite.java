package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludePackages;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All unit tests that are not of {@link EngineSuite}; fuzz targets want a JVM of their own. */
@Suite
@SelectPackages("io.github.rowmill")
@ExcludePackages({"io.github.rowmill.engine", "io.github.rowmill.fuzz"})
class OtherSuite {}
