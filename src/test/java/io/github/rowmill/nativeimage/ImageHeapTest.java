package io.github.rowmill.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.net.DatagramSocket;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the static fields of all classes. Quarkus initialises the classes while it builds a native image, and the
 * image contains all objects that their static fields reach.
 */
class ImageHeapTest {

    @Test
    void staticsHoldNothingThatAnImageRefuses() throws Exception {
        Heap heap = new Heap();
        try (Statics statics = new Statics(Path.of("target", "classes"))) {
            for (String name : statics.names()) {
                statics.addTo(heap, name);
            }
        }

        assertThat(heap.refused().stream()
                        .map(place -> place.object().getClass().getName() + " at " + place.path()))
                .isEmpty();
    }

    /** A record that hides a resource deep in its field, as a static field may do by mistake. */
    record Hidden(Optional<Map<String, AtomicReference<Supplier<Object>>>> place) {

        static Hidden of(Object resource) {
            return new Hidden(Optional.of(Map.of("it", new AtomicReference<>(() -> resource))));
        }
    }

    static Stream<Object> resources() throws Exception {
        return Stream.of(
                new SecureRandom(),
                ThreadLocalRandom.current(),
                new SplittableRandom(),
                Thread.currentThread(),
                InputStream.nullInputStream(),
                new DatagramSocket(null),
                DatagramChannel.open(),
                FileDescriptor.in,
                ByteBuffer.allocateDirect(1),
                Cleaner.create(),
                HttpClient.newHttpClient());
    }

    @ParameterizedTest
    @MethodSource("resources")
    void aDeeplyHiddenResourceIsFound(Object resource) throws Exception {
        Heap heap = new Heap();

        heap.add(Hidden.class.getDeclaredField("place"), Hidden.of(resource));

        assertThat(heap.refused()).extracting(Heap.Place::object).isEqualTo(List.of(resource));
    }
}
