package dev.espalier.lab.isolation;

import dev.espalier.lab.isolation.Anomaly.Kind;
import dev.espalier.lab.isolation.Dependencies.Reason;
import dev.espalier.lab.isolation.Observed.Append;
import dev.espalier.lab.isolation.Observed.Outcome;
import dev.espalier.lab.isolation.Observed.Read;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Finds the anomalies of a history. For one thread, for one history. */
public final class IsolationChecker {

    private final List<Observed> history;
    private final Map<Integer, List<Long>> last;
    private final Map<Long, Observed> writers = new HashMap<>();
    private final Set<Long> seen = new HashSet<>();
    private final Set<Anomaly> anomalies = new LinkedHashSet<>();
    private final Dependencies dependencies = new Dependencies();

    /**
     * @param history all transactions that were begun
     * @param last what each list had in the end
     */
    public IsolationChecker(List<Observed> history, Map<Integer, List<Long>> last) {
        this.history = history;
        this.last = last;
    }

    /** @return what was found, each once */
    public List<Anomaly> anomalies() {
        history.forEach(transaction -> transaction.actions().forEach(action -> {
            if (action instanceof Append append) {
                writers.put(append.value(), transaction);
            }
        }));
        last.values().forEach(seen::addAll);
        history.stream()
                .filter(transaction -> transaction.outcome() == Outcome.COMMITTED)
                .forEach(this::read);
        last.forEach((list, values) -> {
            isSound("in the end", list, values);
            order(values);
        });
        lostAppends();
        lostUpdates();
        circles();
        return List.copyOf(anomalies);
    }

    private void read(Observed transaction) {
        Map<Integer, List<Long>> own = new HashMap<>();
        for (Observed.Action action : transaction.actions()) {
            List<Long> known = own.get(action.list());
            if (action instanceof Append append) {
                if (known != null) {
                    known.add(append.value());
                }
            } else if (action instanceof Read read) {
                seen.addAll(read.values());
                if (known == null) {
                    external(transaction, read);
                    own.put(read.list(), new ArrayList<>(read.values()));
                } else if (!known.equals(read.values())) {
                    found(
                            Kind.INTERNAL,
                            name(transaction) + " read " + read.values() + " of list " + read.list() + ", expected "
                                    + known);
                }
            }
        }
    }

    /** A transaction's first read of a list: what others have done. */
    private void external(Observed transaction, Read read) {
        String where = "read by " + name(transaction);
        if (!isSound(where, read.list(), read.values())) {
            return;
        }
        List<Long> order = last.getOrDefault(read.list(), List.of());
        List<Long> values = read.values();
        if (values.size() > order.size() || !order.subList(0, values.size()).equals(values)) {
            found(Kind.NO_ORDER, "list " + read.list() + " " + where + " is " + values + ", in the end it is " + order);
            return;
        }
        int size = values.size();
        while (size > 0 && writers.get(values.get(size - 1)) == transaction) {
            size--; // appended before it was read
        }
        if (size > 0) {
            Observed writer =
                    Objects.requireNonNull(writers.get(values.get(size - 1)), "a value of the last order has a writer");
            dependencies.add(writer.name(), transaction.name(), Reason.WRITE_READ);
            List<Long> all = appends(writer, read.list());
            if (!all.get(all.size() - 1).equals(values.get(size - 1))) {
                found(
                        Kind.INTERMEDIATE_READ,
                        "list " + read.list() + " " + where + " ends with " + values.get(size - 1) + "; " + name(writer)
                                + " appended " + all);
            }
        }
        if (size < order.size()) {
            dependencies.add(
                    transaction.name(),
                    Objects.requireNonNull(writers.get(order.get(size)), "a value of the last order has a writer")
                            .name(),
                    Reason.READ_WRITE);
        }
    }

    /** Returns whether the values are such that more can be said of them. */
    private boolean isSound(String where, int list, List<Long> values) {
        boolean sound = true;
        if (new HashSet<>(values).size() < values.size()) {
            found(Kind.GARBAGE, "list " + list + " " + where + " has a value twice: " + values);
            sound = false;
        }
        for (long value : values) {
            Observed writer = writers.get(value);
            if (writer == null || appends(writer, list).indexOf(value) < 0) {
                found(Kind.GARBAGE, "list " + list + " " + where + " has " + value + ", which nobody appended to it");
                sound = false;
            } else if (writer.outcome() == Outcome.ABORTED) {
                found(
                        Kind.ABORTED_READ,
                        "list " + list + " " + where + " has " + value + ", which " + name(writer)
                                + " appended, which was undone");
                sound = false;
            }
        }
        return sound;
    }

    private void order(List<Long> values) {
        for (int at = 1; at < values.size(); at++) {
            Observed before = writers.get(values.get(at - 1));
            Observed after = writers.get(values.get(at));
            if (before != null && after != null) {
                dependencies.add(before.name(), after.name(), Reason.WRITE_WRITE);
            }
        }
    }

    private void lostAppends() {
        for (Observed transaction : history) {
            boolean happened = transaction.outcome() == Outcome.COMMITTED
                    || transaction.outcome() == Outcome.UNKNOWN
                            && transaction.actions().stream()
                                    .anyMatch(
                                            action -> action instanceof Append append && seen.contains(append.value()));
            for (Observed.Action action : transaction.actions()) {
                if (happened
                        && action instanceof Append append
                        && !last.getOrDefault(append.list(), List.of()).contains(append.value())) {
                    found(
                            Kind.LOST_APPEND,
                            name(transaction) + " appended " + append.value() + " to list " + append.list()
                                    + ", where it is not");
                }
            }
        }
    }

    private void lostUpdates() {
        Map<Read, Observed> first = new LinkedHashMap<>();
        for (Observed transaction : history) {
            Set<Integer> read = new HashSet<>();
            for (Observed.Action action : transaction.actions()) {
                if (transaction.outcome() == Outcome.COMMITTED
                        && action instanceof Read state
                        && read.add(state.list())
                        && appends(transaction, state.list()).stream().noneMatch(state.values()::contains)
                        && !appends(transaction, state.list()).isEmpty()) {
                    Observed other = first.putIfAbsent(state, transaction);
                    if (other != null) {
                        found(
                                Kind.LOST_UPDATE,
                                name(other) + " and " + name(transaction) + " both read " + state.values() + " of list "
                                        + state.list() + " and appended to it");
                    }
                }
            }
        }
    }

    private void circles() {
        dependencies
                .circles(Reason.WRITE_WRITE, Dependencies.WRITES)
                .forEach(circle -> found(Kind.DIRTY_WRITE, "circle " + circle));
        dependencies
                .circles(Reason.WRITE_READ, Dependencies.FLOWS)
                .forEach(circle -> found(Kind.CIRCULAR_FLOW, "circle " + circle));
        Set<Set<Long>> single = new HashSet<>();
        dependencies.circles(Reason.READ_WRITE, Dependencies.FLOWS).forEach(circle -> {
            single.add(Set.copyOf(circle));
            found(Kind.READ_SKEW, "circle " + circle);
        });
        dependencies.circles(Reason.READ_WRITE, Dependencies.ALL).stream()
                .filter(circle -> !single.contains(Set.copyOf(circle)))
                .forEach(circle -> found(Kind.WRITE_SKEW, "circle " + circle));
    }

    private static List<Long> appends(Observed transaction, int list) {
        List<Long> values = new ArrayList<>();
        transaction.actions().forEach(action -> {
            if (action instanceof Append append && append.list() == list) {
                values.add(append.value());
            }
        });
        return values;
    }

    private void found(Kind kind, String text) {
        anomalies.add(new Anomaly(kind, text));
    }

    private static String name(Observed transaction) {
        return "transaction " + transaction.name();
    }
}
