package io.github.rowmill.suite;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** One half of the unit tests, by the time they take; {@link OtherSuite} is the other, and runs in a JVM beside it. */
@Suite
@SelectPackages("io.github.rowmill.engine")
@ExcludeClassNamePatterns(EngineSuite.ENGINE + EngineSuite.LEFT_TO_OTHERS)
class EngineSuite {

    static final String ENGINE = "io\\.github\\.rowmill\\.engine\\.";

    /** Rows that the database refuses, by which the halves are about as long. */
    static final String LEFT_TO_OTHERS = "(RefusedRows|UnrunnableRows)Test\\b.*";
}
