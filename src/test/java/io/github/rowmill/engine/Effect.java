package io.github.rowmill.engine;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * An entity that a handler leaves in the persistence context. Its id is not generated, so it is inserted at the flush
 * and not before.
 */
@Entity
@Table(name = "test_effect")
public class Effect {

    @Id
    public long id;

    /** For Hibernate. */
    protected Effect() {}

    public Effect(long id) {
        this.id = id;
    }
}
