package io.github.rowmill.feature.flow;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.flow.store.Finding;
import java.util.List;
import java.util.stream.Stream;

/** The events of what a look found. */
final class FlowEvents {

    private FlowEvents() {}

    static List<TaskEvent> of(List<Finding> findings) {
        return findings.stream().flatMap(FlowEvents::of).distinct().toList();
    }

    private static Stream<TaskEvent> of(Finding finding) {
        return switch (finding.what()) {
            case QUEUED -> Stream.of(new TaskEvent.PartStarted(finding.flow(), finding.nameOrEmpty()));
            case MARKED -> Stream.of(new TaskEvent.MayBePassedOver(finding.nameOrEmpty()));
            case HELD -> Stream.of(new TaskEvent.FlowHeld(finding.flow(), finding.nameOrEmpty()));
            case ENDED -> Stream.of(new TaskEvent.FlowEnded(finding.flow()));
            case AGAIN, RETRIED, REFUSED -> Stream.empty();
        };
    }
}
