package io.github.rowmill.suite;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The unit tests that wait most of the time: for leases, time limits or pauses between attempts. Other suites use the
 * processors during these waits.
 */
@Suite
@SelectPackages("io.github.rowmill")
@IncludeClassNamePatterns(WaitingSuite.WAITING)
class WaitingSuite {

    static final String WAITING =
            ".*\\.(AbandonedHandlers|FullHand|HalfOpenListener|Isolation|LostListener|Notifier|OwnConnections|ReaderConnections"
                    + "|RefusedVerdicts|RemoteWakeUp|SimpleMode|StartAndStopOrder|Steps|StrangeRows|Suspects|TickLoop|WakeUp)Test\\b.*";
}
