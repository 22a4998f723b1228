package org.acme.shop;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.concurrent.TimeUnit;

@ApplicationScoped
class Labels {

    record Label(@NotBlank String order, @PositiveOrZero int seconds) {}

    @Handles("print-label")
    void print(Label label, TaskContext task) throws InterruptedException {
        Log.infof("Attempt %d prints the label of %s", task.attempt(), label.order());
        TimeUnit.SECONDS.sleep(label.seconds()); // a slow printer
        Log.infof("The label of %s is printed", label.order());
    }
}
