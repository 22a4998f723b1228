package io.github.rowmill.sample;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * An effect of a task. No constraint forbids a second row of the same effect, so counting the rows shows whether
 * effects happen once.
 */
@Entity
@Table(name = "sample_event")
class SampleEvent {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable
    Long id;

    @Column(name = "task_id")
    long taskId;

    String account;
    String name;
    int n;

    /** Constructor for Hibernate. */
    protected SampleEvent() {}

    SampleEvent(long taskId, Event event) {
        this.taskId = taskId;
        this.account = event.account();
        this.name = event.name();
        this.n = event.n();
    }
}
