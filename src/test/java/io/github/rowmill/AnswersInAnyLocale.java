package io.github.rowmill;

import io.quarkus.test.junit.callback.QuarkusTestBeforeEachCallback;
import io.quarkus.test.junit.callback.QuarkusTestMethodContext;
import io.restassured.RestAssured;
import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import java.util.List;
import java.util.Locale;

/**
 * Lets tests run with {@code -Duser.language=tr}. REST Assured looks up its action for a {@code FAILURE} by that
 * word, in lower case of the JVM's locale. If it finds none, it throws an exception for each answer of 400 and more.
 * So requests use the English locale.
 */
public class AnswersInAnyLocale implements QuarkusTestBeforeEachCallback, Filter {

    private static final Locale OWN = Locale.forLanguageTag(System.getProperty("user.language"));

    private static int asking;

    @Override
    public void beforeEach(QuarkusTestMethodContext test) {
        if (!"FAILURE".toLowerCase(OWN).equals("failure")) {
            RestAssured.replaceFiltersWith(List.of(this));
        }
    }

    @Override
    public Response filter(
            FilterableRequestSpecification request, FilterableResponseSpecification response, FilterContext rest) {
        asking(1);
        try {
            return rest.next(request, response);
        } finally {
            asking(-1);
        }
    }

    /** Counts the requests that run at once. The last one restores the locale. */
    private static synchronized void asking(int more) {
        asking += more;
        Locale.setDefault(asking == 0 ? OWN : Locale.ENGLISH);
    }
}
