package io.github.rowmill.feature.series;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.feature.series.SeriesCounts.Figure;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the events of this node, by queue and type. An event costs its observer one look-up and one to three
 * increments.
 */
@Singleton
public class SeriesCounter {

    private final boolean isOn;
    private volatile MinuteCounts cells = new MinuteCounts();
    private MinuteCounts former = new MinuteCounts();

    SeriesCounter(RowmillConfig config) {
        this.isOn = !config.history().retention().isZero();
    }

    void onEnqueued(@Observes TaskEvent.Enqueued enqueued) {
        count(enqueued.queue(), enqueued.type(), Figure.ENQUEUED, enqueued.count());
    }

    void onStarted(@Observes TaskEvent.Started started) {
        if (isOn) {
            cell(started.queue(), started.type()).waited(started.waited());
        }
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        switch (ended.ending().kind()) {
            case SUCCEEDED -> ran(ended, Figure.COMPLETED);
            case RETRY, GAVE_UP, TIMED_OUT -> ran(ended, Figure.FAILED);
            case SNOOZE, RELEASED, CANCELLED, LEASE_LOST, SUSPENDED -> {}
        }
        if (ended.dead()) {
            count(ended.queue(), ended.type(), Figure.DEAD, 1);
        }
    }

    private void ran(TaskEvent.Ended ended, Figure figure) {
        if (isOn) {
            SeriesCounts cell = cell(ended.queue(), ended.type());
            cell.add(figure, 1);
            cell.ran(ended.took());
        }
    }

    /** Counts a failed attempt that ended with its node. The time of its end is unknown. */
    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        count(recovered.queue(), recovered.type(), Figure.FAILED, 1);
        count(recovered.queue(), recovered.type(), Figure.DEAD, recovered.status() == TaskStatus.DEAD ? 1 : 0);
    }

    void onSetAside(@Observes TaskEvent.SetAside aside) {
        count(aside.queue(), aside.type(), Figure.DEAD, 1);
    }

    void onExpired(@Observes TaskEvent.Expired expired) {
        count(expired.queue(), expired.type(), Figure.DEAD, 1);
    }

    private void count(String queue, String type, Figure figure, int count) {
        if (isOn && count > 0) {
            cell(queue, type).add(figure, count);
        }
    }

    /** Returns the cell to count in now. */
    SeriesCounts cell(String queue, String type) {
        return cells.of(queue, type);
    }

    /**
     * Takes the counts since the last call. Also takes what threads added later to the cells of the last call. A
     * thread needs less than a minute between its look-up and its increment.
     */
    synchronized SortedMap<SeriesKey, SeriesCounts.Counts> take() {
        SortedMap<SeriesKey, SeriesCounts.Counts> taken = new TreeMap<>();
        MinuteCounts latest = cells;
        cells = new MinuteCounts();
        former.moveTo(taken);
        latest.moveTo(taken);
        former = latest;
        return taken;
    }
}
