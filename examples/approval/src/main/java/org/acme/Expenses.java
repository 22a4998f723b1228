package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.logging.Log;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.time.Duration;

@Path("/expenses")
public class Expenses {

    record Expense(@NotBlank String by, @Positive long cents) {}

    record Decision(boolean granted) {}

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{by}")
    public String claim(String by, @QueryParam("cents") long cents) {
        long task = tasks.enqueue(NewTask.of("approve-expense", new Expense(by, cents)))
                .id();
        return "Expense %d waits for a decision.%n".formatted(task);
    }

    @POST
    @Path("/{task}/{decision: granted|refused}")
    public String decide(long task, String decision) {
        tasks.signal(task, "decision", new Decision(decision.equals("granted")));
        return "Expense %d is %s.%n".formatted(task, decision);
    }

    @Handles("approve-expense")
    String approve(Expense expense, TaskContext task) {
        task.step("ask", () -> Log.infof("Mail to the boss: %s wants %d cents", expense.by(), expense.cents()));
        String answer = task.awaitSignal("decision", Decision.class, Duration.ofDays(3)) // holds no worker
                .map(decision -> decision.granted() ? "granted" : "refused")
                .orElse("too late");
        task.step("answer", () -> Log.infof("Mail to %s: %s", expense.by(), answer));
        return answer;
    }
}
