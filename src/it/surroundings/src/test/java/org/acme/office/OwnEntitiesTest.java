package org.acme.office;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** An application that has entities named {@code Task} and {@code Attempt} itself. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class OwnEntitiesTest extends OfficeTest {}
