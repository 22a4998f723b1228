package org.acme.office;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity of the application, with the same name as an entity of Rowmill. */
@Entity
@Table(name = "office_task")
public class Task {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    String text;

    protected Task() {}

    Task(String text) {
        this.text = text;
    }
}
