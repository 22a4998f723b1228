package org.acme.office;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** Tests an application with its own entities named {@code Task} and {@code Attempt}. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class OwnEntitiesTest extends OfficeTest {}
