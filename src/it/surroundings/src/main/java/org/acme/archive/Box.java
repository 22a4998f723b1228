package org.acme.archive;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity of the default persistence unit or of the unit {@code archive}, as the profile sets. */
@Entity
@Table(name = "archive_box")
public class Box {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    String text;

    protected Box() {}

    public Box(String text) {
        this.text = text;
    }
}
