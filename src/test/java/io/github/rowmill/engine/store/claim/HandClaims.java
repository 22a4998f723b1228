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

/** Claims as a test asks for them: so many of a queue, whatever workers there are. */
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

    /** The same of those that stand behind a position, whether that is still taken or not. */
    public List<Claimed> claimAfter(Position last, String queue, Set<String> types, int limit) {
        return claim(new Plan(queue, due(queue, types), last), limit);
    }

    /** Claims tasks of a queue that are as they were inserted, by their ids; in a transaction of its own, if there is none. */
    @Transactional
    public List<Claimed> claimNew(String queue, List<Long> ids) {
        return claims.claimNew(claimant, queue, ids);
    }

    /** Inserts a row without a unique key and claims it, by one statement. */
    public Inserts.Made insertNew(NewRow row) {
        return claims.insertNew(claimant, row);
    }

    /** Claims one due task in quarantine, of any of these queues; the list is empty or has one. */
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
