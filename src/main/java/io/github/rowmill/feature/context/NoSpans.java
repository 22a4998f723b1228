package io.github.rowmill.feature.context;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Claimed;
import io.quarkus.arc.DefaultBean;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/** Creates no spans. Used if the application has no OpenTelemetry, or has disabled spans. */
@Singleton
@DefaultBean
public class NoSpans implements Spans {

    private static final Sending SENDING = new NoSending();
    private static final Processing PROCESSING = ending -> {};

    @Override
    public boolean isOn() {
        return false;
    }

    @Override
    public Sending send(List<NewRow> rows) {
        return SENDING;
    }

    @Override
    public Processing process(Claimed task, Map<String, String> carried) {
        return PROCESSING;
    }

    private static final class NoSending implements Sending {

        @Override
        public Map<String, String> carried() {
            return Map.of();
        }

        @Override
        public void sent(List<Enqueued> enqueued) {}

        @Override
        public void end() {}
    }
}
