package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;
import org.jspecify.annotations.Nullable;

/** Hands an {@link Answer} to {@link Answers}. Public, as Quarkus's generated callers are. */
@jakarta.ws.rs.ext.Provider
@Singleton
@IfBuildProperty(name = OptionalParts.API, stringValue = "true")
public class AnswerWriter implements ServerMessageBodyWriter<Answer> {

    private final Provider<Answers> answers;

    /** Writers are made in the build of a native executable, where there is no configuration yet. */
    AnswerWriter(Provider<Answers> answers) {
        this.answers = answers;
    }

    @Override
    public boolean isWriteable(
            Class<?> type, @Nullable Type genericType, @Nullable ResteasyReactiveResourceInfo target, MediaType media) {
        return type == Answer.class;
    }

    @Override
    public boolean isWriteable(
            Class<?> type, @Nullable Type genericType, Annotation @Nullable [] annotations, MediaType media) {
        return type == Answer.class;
    }

    @Override
    public void writeResponse(Answer answer, @Nullable Type genericType, ServerRequestContext context) {
        if (!answers.get().write(answer)) {
            // It would set the status and the headers of the answer that is not written.
            context.serverResponse().setPreCommitListener(request -> {});
            answers.get().refuse(answer.route());
        }
    }

    /** Used if the application intercepts what is written. Its stream waits for a slow reader by itself. */
    @Override
    public void writeTo(
            Answer answer,
            Class<?> type,
            @Nullable Type genericType,
            Annotation @Nullable [] annotations,
            MediaType media,
            MultivaluedMap<String, Object> headers,
            OutputStream stream)
            throws IOException {
        stream.write(answer.bytes());
    }
}
