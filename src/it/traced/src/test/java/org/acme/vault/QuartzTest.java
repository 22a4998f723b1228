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

/** Clustered, Quartz runs a method on one node. Rowmill's loops are each node's own, and none of its jobs. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class QuartzTest {

    @Inject
    Scheduler quartz;

    @Test
    void hasTheApplicationsJobsAndNoneOfRowmills() throws SchedulerException {
        assertThat(quartz.getJobKeys(GroupMatcher.anyGroup()))
                .extracting(JobKey::getName)
                .containsExactly("vault-audit");
    }

    @Test
    void keepsThemForACluster() throws SchedulerException {
        assertThat(quartz.getMetaData().isJobStoreClustered()).isTrue();
    }
}
