package io.github.rowmill.suite;

import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** One half of the unit tests, by the time they take; {@link OtherSuite} is the other, and runs in a JVM beside it. */
@Suite
@SelectPackages("io.github.rowmill.engine")
class EngineSuite {}
