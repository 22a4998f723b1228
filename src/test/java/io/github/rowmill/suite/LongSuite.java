package io.github.rowmill.suite;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The unit tests that {@code -Pwhole} alone runs: those that fill large tables or send a request for everything there is, and
 * those for whose settings an application is built and started that no other test wants.
 */
@Suite
@SelectPackages("io.github.rowmill")
@IncludeClassNamePatterns(LongSuite.LONG)
class LongSuite {

    static final String LONG =
            ".*\\.(AnswerHeaders|LargeLists|LargePayloads|OddValues|SearchPlans|Statistics|UnboundRows|Walk"
                    + "|Closed|EncryptedPayload|EncryptedStep|GreedyReader|NoNotifications|ParentTrace|Rate|RestPath|RootPath|ScarceConnections|ScarceThreads|SharedSessions|SlowBodies|SlowReader"
                    + "|SpecialNode|WorkerRole)Test\\b.*";
}
