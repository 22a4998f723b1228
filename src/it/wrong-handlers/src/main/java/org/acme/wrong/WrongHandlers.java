package org.acme.wrong;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.List;

@ApplicationScoped
class WrongHandlers {

    record Payload(String text) {}

    @Handles("private")
    private void hidden(Payload payload) {}

    @Handles("escaping")
    @Transactional(TxType.REQUIRES_NEW)
    void escaping(Payload payload) {}

    @Handles("generic")
    void generic(List<Payload> payloads) {}

    @Handles("greedy")
    void greedy(Payload one, Payload other, TaskContext task) {}

    @ApplicationScoped
    @Handles("no-handler")
    static class NoHandler {}
}
