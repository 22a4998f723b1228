package io.github.rowmill.feature.lend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.db.UnansweredException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingPollsTest {

    private final WaitingPolls polls = new WaitingPolls();

    private Poll add(String account) {
        RemoteWorker worker = RemoteWorker.of(account, account, (queue, type) -> true);
        Poll poll = new Poll(worker, new ClaimRequest(Set.of("encode"), null, 1), 0);
        polls.add(poll);
        return poll;
    }

    @Test
    void aCallerHasALimitOfItsOwn() {
        Poll first = add("ada");
        for (int i = 1; i < WaitingPolls.MAX_OF_CALLER; i++) {
            add("ada");
        }

        assertThatThrownBy(() -> add("ada")).isInstanceOf(TooManyPollsException.class);
        add("bob");
        polls.remove(first);
        polls.remove(first);
        add("ada");
        assertThatThrownBy(() -> add("ada")).isInstanceOf(TooManyPollsException.class);
    }

    @Test
    void allCallersHaveALimitTogether() {
        for (int i = 0; i < 1000; i++) {
            add("caller " + i / 50);
        }

        assertThatThrownBy(() -> add("other")).isInstanceOf(UnansweredException.class);
        assertThat(polls.size()).isEqualTo(1000);
    }
}
