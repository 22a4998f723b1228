package io.github.rowmill.bench;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An entity that the hand-written loop persists. It has the shape of the one that {@code event} tasks persist. */
@Entity
@Table(name = "bench_event")
class BenchEvent {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable
    Long id;

    @Column(name = "task_id")
    long taskId;

    String account;
    String name;
    int n;

    /** Hibernate calls this constructor. */
    protected BenchEvent() {}

    BenchEvent(long task) {
        this.taskId = task;
        this.account = "a";
        this.name = "page-view";
        this.n = (int) task;
    }
}
