package io.github.rowmill.suite;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** The unit tests that wait more than they work: for leases, limits of time, pauses between tries. Others have the processors meanwhile. */
@Suite
@SelectPackages("io.github.rowmill")
@IncludeClassNamePatterns(WaitingSuite.WAITING)
class WaitingSuite {

    static final String WAITING =
            ".*\\.(AbandonedHandlers|FullHand|HalfOpenListener|Isolation|LostListener|Notifier|OwnConnections|ReaderConnections"
                    + "|RefusedVerdicts|RemoteWakeUp|SimpleMode|StartAndStopOrder|Steps|StrangeRows|Suspects|TickLoop|WakeUp)Test\\b.*";
}
