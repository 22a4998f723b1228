package io.github.rowmill.machine;

import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.Leases.State;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.machine.Model.Took;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands of nodes. A lease that was handed out may be used at any time, in any state of its task. */
final class Operators {

    private Operators() {}

    record Claim(String queue, List<String> types, int limit) implements Command {

        @Override
        public Object act(Stage stage) {
            return took(stage, stage.service().claim(queue, Set.copyOf(types), limit));
        }

        @Override
        public Object predict(Model model) {
            return model.claim(queue, types, limit);
        }
    }

    /** Claims tasks behind that of an earlier lease, in any state of that task. */
    record ClaimAfter(int lease, List<String> types, int limit) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.model()
                    .hold(lease)
                    .map(stage.names()::claimed)
                    .map(last -> took(stage, stage.service().claimAfter(last, Set.copyOf(types), limit)))
                    .orElse(List.of());
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .map(last -> model.claimAfter(last, types, limit))
                    .orElse(List.of());
        }
    }

    /** Claims tasks that were enqueued before, in any state of these tasks. */
    record ClaimNew(String queue, List<Integer> tasks) implements Command {

        @Override
        public Object act(Stage stage) {
            return took(stage, stage.service().claimNew(queue, stage.ids(tasks)));
        }

        @Override
        public Object predict(Model model) {
            return model.claimNew(queue, model.tasks(tasks));
        }
    }

    /** Enqueues a task without a unique key, and claims it as it is inserted. */
    record EnqueueAndClaim(Spec spec) implements Command {

        @Override
        public Object act(Stage stage) {
            Inserts.Made made = stage.service().insertNew(spec.task());
            stage.names().learn(made.id());
            return took(stage, made.claimed());
        }

        @Override
        public Object predict(Model model) {
            model.enqueue(List.of(spec), Ending.COMMIT);
            return model.claimNew(spec.queue(), model.tasks(List.of(0)));
        }
    }

    record ClaimQuarantined(List<String> queues, List<String> types) implements Command {

        @Override
        public Object act(Stage stage) {
            return took(stage, stage.service().claimQuarantined(Set.copyOf(queues), Set.copyOf(types)));
        }

        @Override
        public Object predict(Model model) {
            return model.claimQuarantined(queues, types);
        }
    }

    private static List<Took> took(Stage stage, List<Claimed> claimed) {
        return claimed.stream()
                .map(one -> new Took(stage.names().learn(one), one.attempt(), one.maxAttempts(), one.crashes()))
                .toList();
    }

    record Renew(List<Integer> leases) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.holds(stage.service().renew(stage.leases(leases)));
        }

        @Override
        public Object predict(Model model) {
            return model.renew(model.holds(leases));
        }
    }

    record Complete(int lease, Ending ending) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.lease(lease)
                    .map(one -> stage.service().complete(one, ending))
                    .orElse(false);
        }

        @Override
        public Object predict(Model model) {
            return !model.complete(model.holds(List.of(lease)), ending).isEmpty();
        }
    }

    record CompleteAll(List<Integer> leases) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.holds(stage.service().completeAll(stage.leases(leases)));
        }

        @Override
        public Object predict(Model model) {
            return model.complete(model.holds(leases), Ending.COMMIT);
        }
    }

    record Settle(Ruling ruling, Ending ending) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.model()
                    .hold(ruling.lease())
                    .map(stage.names()::claimed)
                    .map(task -> stage.service().settle(ruling.verdict(task), ending))
                    .orElse(false);
        }

        @Override
        public Object predict(Model model) {
            return !model.settle(model.rulings(List.of(ruling)), ending).isEmpty();
        }
    }

    record SettleAll(List<Ruling> rulings) implements Command {

        @Override
        public Object act(Stage stage) {
            List<Verdict> verdicts = new ArrayList<>();
            stage.model()
                    .rulings(rulings)
                    .forEach((hold, ruling) ->
                            verdicts.add(ruling.verdict(stage.names().claimed(hold))));
            return stage.holds(stage.service().settleAll(verdicts));
        }

        @Override
        public Object predict(Model model) {
            return model.settleAll(model.rulings(rulings));
        }
    }

    /** Settles some tasks in one transaction, like tasks that ran together. */
    record SettleTogether(List<Integer> successes, List<Ruling> rulings) implements Command {

        @Override
        public Object act(Stage stage) {
            Map<Claimed, Verdict> verdicts = new HashMap<>();
            stage.model().holds(successes).stream()
                    .map(stage.names()::claimed)
                    .forEach(task -> verdicts.put(task, new Verdict.Completed(task.lease())));
            stage.model().rulings(rulings).forEach((hold, ruling) -> {
                Claimed task = stage.names().claimed(hold);
                verdicts.put(task, ruling.verdict(task));
            });
            return stage.holds(stage.service().settleTogether(verdicts));
        }

        @Override
        public Object predict(Model model) {
            return model.settleTogether(model.holds(successes), model.rulings(rulings));
        }
    }

    /** Reads the state of leases, as a node does after an answer was lost. */
    record Read(List<Integer> leases) implements Command {

        @Override
        public Object act(Stage stage) {
            List<Claimed> tasks = stage.model().holds(leases).stream()
                    .map(stage.names()::claimed)
                    .toList();
            Map<Hold, State> states = new HashMap<>();
            for (Map.Entry<Lease, State> one : stage.service().read(tasks).entrySet()) {
                states.put(stage.names().hold(one.getKey()), one.getValue());
            }
            return states;
        }

        @Override
        public Object predict(Model model) {
            return model.read(model.holds(leases));
        }
    }
}
