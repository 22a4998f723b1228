package org.acme.office;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity of the application, with the same name as an entity of Rowmill. */
@Entity
@Table(name = "office_attempt")
public class Attempt {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    String text;

    protected Attempt() {}

    Attempt(String text) {
        this.text = text;
    }
}
