package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/**
 * Validates the tables with Hibernate, as dev mode does. There, a difference logs an error with the changes that
 * Hibernate proposes.
 */
@QuarkusTest
class MappedColumnsTest {

    @Inject
    SessionFactory sessions;

    @Inject
    Rows rows;

    @Test
    void hibernateFindsTheColumnsOfTheEntities() {
        rows.asSuperuser("create table if not exists test_effect (id bigint primary key)");

        assertThatCode(() -> sessions.getSchemaManager().validate()).doesNotThrowAnyException();
    }
}
