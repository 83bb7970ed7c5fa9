package dev.espalier.lab.torture;

import dev.espalier.lab.result.Check;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks one snapshot after the other during the load: invariants within each, and from each to the next. For one thread, or for several
 * with a lock of the caller's.
 */
final class Watcher {

    private final List<String> sums = new ArrayList<>();
    private final List<String> lists = new ArrayList<>();
    private final List<String> orders = new ArrayList<>();
    private final List<String> versions = new ArrayList<>();
    /** The numbers seen at each position of each log. */
    private final List<List<Long>> seen = new ArrayList<>();

    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, String> messages = new TreeMap<>();
    private @Nullable State last;
    private long snapshots;

    /** @param state one that is newer than all before */
    void see(State state) {
        snapshots++;
        sum(state);
        lists(state);
        for (int place = 0; place < state.logs().size(); place++) {
            order(place, state.logs().get(place));
        }
        if (last != null) {
            grow(last, state);
        }
        last = state;
    }

    void failed(OperationFailure failure) {
        errors.merge(failure.code(), 1L, Long::sum);
        messages.put(failure.code(), failure.getMessage());
    }

    /** Failures to read, by code. */
    Map<String, Long> errors() {
        return errors;
    }

    /** One message of each code. */
    Map<String, String> messages() {
        return messages;
    }

    List<Check> checks() {
        return List.of(
                Check.of("seen-sum", "every snapshot has the same sum", snapshots, sums),
                Check.of(
                        "seen-lists",
                        "in every snapshot each note stands on one board, and pins refer to such notes",
                        snapshots,
                        lists),
                Check.of("seen-order", "all snapshots of a log are prefixes of one order", snapshots, orders),
                Check.of("versions", "what counts changes only grows, and with it what changes", snapshots, versions));
    }

    private void sum(State state) {
        long expected = Population.BALANCE * state.accounts().size();
        long found = state.accounts().stream().mapToLong(State.Account::balance).sum();
        if (found != expected) {
            sums.add("snapshot " + snapshots + ": sum " + found + ", expected " + expected);
        }
        state.accounts().stream()
                .filter(account -> account.balance() < 0)
                .forEach(account -> sums.add("snapshot " + snapshots + ": an account has " + account.balance()));
    }

    private void lists(State state) {
        Set<Long> standing = new HashSet<>();
        state.boards()
                .forEach(board -> board.stream()
                        .filter(note -> !standing.add(note))
                        .forEach(note ->
                                lists.add("snapshot " + snapshots + ": note " + note + " stands in two places")));
        state.pins().stream()
                .filter(note -> note != null && !standing.contains(note))
                .forEach(note -> lists.add(
                        "snapshot " + snapshots + ": a pin refers to note " + note + ", which stands on no board"));
    }

    private void order(int place, State.Log log) {
        while (seen.size() <= place) {
            seen.add(new ArrayList<>());
        }
        List<Long> before = seen.get(place);
        for (int index = 0; index < log.numbers().size(); index++) {
            int position = (int) (log.dropped() + index);
            while (before.size() < position) {
                before.add(null);
            }
            Long number = log.numbers().get(index);
            if (position == before.size()) {
                before.add(number);
            } else if (before.get(position) == null) {
                before.set(position, number);
            } else if (!before.get(position).equals(number)) {
                orders.add("snapshot " + snapshots + ": log " + place + " has " + number + " at " + position
                        + ", before it was " + before.get(position));
            }
        }
    }

    private void grow(State before, State now) {
        for (int place = 0; place < now.accounts().size(); place++) {
            State.Account old = before.accounts().get(place);
            State.Account young = now.accounts().get(place);
            if (young.changes() < old.changes()
                    || young.changes() == old.changes() && young.balance() != old.balance()) {
                versions.add("snapshot " + snapshots + ": account " + place + " was " + old + ", is " + young);
            }
        }
        for (int place = 0; place < now.logs().size(); place++) {
            State.Log old = before.logs().get(place);
            State.Log young = now.logs().get(place);
            if (young.dropped() + young.numbers().size()
                    < old.dropped() + old.numbers().size()) {
                versions.add("snapshot " + snapshots + ": log " + place + " has become shorter");
            }
        }
    }
}
