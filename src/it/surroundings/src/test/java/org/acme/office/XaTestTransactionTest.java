package org.acme.office;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

/** Runs the tests of {@link TestTransactionTest} in a distributed transaction. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(XaTest.Xa.class)
class XaTestTransactionTest extends TestTransactionTest {}
