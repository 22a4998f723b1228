package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Set;

/** Claims the number of tasks that a test wants, however many workers are free. */
@Singleton
public class HandClaims {

    private final Claimant claimant;
    private final Claims claims;
    private final Groups groups;

    HandClaims(Claimant claimant, Claims claims, Groups groups) {
        this.claimant = claimant;
        this.claims = claims;
        this.groups = groups;
    }

    public Claims.Taken claim(Plan plan, ClaimLimits most) {
        return claims.claim(claimant, plan, most);
    }

    /** Looks at a queue, and claims its first tasks. */
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return claim(new Plan(queue, due(queue, types)), limit);
    }

    /** Looks at a queue, and claims its first tasks behind a position. A task need not be at that position any more. */
    public List<Claimed> claimAfter(Position last, String queue, Set<String> types, int limit) {
        return claim(new Plan(queue, due(queue, types), last), limit);
    }

    /**
     * Claims tasks of a queue by their ids, if they are as they were inserted. Begins a transaction if there is none.
     */
    @Transactional
    public List<Claimed> claimNew(String queue, List<Long> ids) {
        return claims.claimNew(claimant, queue, ids);
    }

    /** Inserts a row without a unique key and claims it, by one statement. */
    public Inserts.Made insertNew(NewRow row) {
        return claims.insertNew(claimant, row);
    }

    /** Claims one due task in quarantine, of any of these queues. The list is empty or has one task. */
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return claims.claimQuarantined(claimant, queues, types).tasks();
    }

    private List<Claimed> claim(Plan plan, int limit) {
        return claims.claim(claimant, plan, new ClaimLimits(limit, limit, limit, Long.MAX_VALUE))
                .tasks();
    }

    private List<Group> due(String queue, Set<String> types) {
        return groups.due(queue, types).stream().map(Groups.Seen::group).toList();
    }
}
