package io.github.rowmill.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens a failing sequence. It removes commands, large pieces first, while the rest still fails. */
final class Shrinker {

    private final Predicate<List<Command>> fails;

    Shrinker(Predicate<List<Command>> fails) {
        this.fails = fails;
    }

    /**
     * Returns a sequence that still fails, and from which no command and no pair of commands can be removed. A command
     * that depends on a count may only be removable in a pair.
     */
    List<Command> shrink(List<Command> failing) {
        List<Command> left = withoutAnyOne(failing);
        List<Command> smaller = withoutTwo(left);
        while (smaller.size() < left.size()) {
            left = withoutAnyOne(smaller);
            smaller = withoutTwo(left);
        }
        return left;
    }

    private List<Command> withoutAnyOne(List<Command> failing) {
        List<Command> left = failing;
        int piece = Math.max(1, left.size() / 2);
        while (true) {
            List<Command> smaller = without(left, piece);
            boolean isStuck = smaller.size() == left.size();
            if (isStuck && piece == 1) {
                return left;
            }
            piece = isStuck ? piece / 2 : Math.max(1, Math.min(piece, smaller.size() / 2));
            left = smaller;
        }
    }

    /** Returns the sequence without the first two commands that can be removed together. */
    private List<Command> withoutTwo(List<Command> all) {
        for (int one = 0; one < all.size(); one++) {
            for (int other = one + 1; other < all.size(); other++) {
                List<Command> smaller = new ArrayList<>(all);
                smaller.remove(other);
                smaller.remove(one);
                if (fails.test(smaller)) {
                    return smaller;
                }
            }
        }
        return all;
    }

    private List<Command> without(List<Command> all, int piece) {
        List<Command> left = all;
        for (int from = 0; from < left.size(); ) {
            List<Command> smaller = new ArrayList<>(left.subList(0, from));
            smaller.addAll(left.subList(Math.min(from + piece, left.size()), left.size()));
            boolean stillFails = fails.test(smaller);
            left = stillFails ? smaller : left;
            from += stillFails ? 0 : piece;
        }
        return left;
    }
}
