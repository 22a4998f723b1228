package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.matchers.GroupMatcher;

/** Checks that Quartz has no jobs of Rowmill. Each node runs its own loops, but clustered Quartz uses one node. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class QuartzTest {

    @Inject
    Scheduler quartz;

    @Test
    void quartzHasOnlyTheApplicationsJobs() throws SchedulerException {
        assertThat(quartz.getJobKeys(GroupMatcher.anyGroup()))
                .extracting(JobKey::getName)
                .containsExactly("vault-audit");
    }

    @Test
    void theJobStoreOfQuartzIsClustered() throws SchedulerException {
        assertThat(quartz.getMetaData().isJobStoreClustered()).isTrue();
    }
}
