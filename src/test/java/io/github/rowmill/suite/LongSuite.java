package io.github.rowmill.suite;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The unit tests that only {@code -Pwhole} runs. They fill large tables, send requests to every operation, or need an
 * application with settings that no other test uses.
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
