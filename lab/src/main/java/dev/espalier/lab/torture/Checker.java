package dev.espalier.lab.torture;

import dev.espalier.lab.result.Check;
import dev.espalier.lab.torture.Operation.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the outcomes that clients have seen with the final contents of the database. It uses no database itself. */
final class Checker {

    private final List<Event> history;
    private final State state;
    private final List<State.Entry> entries;
    private final List<Long> notes;

    /**
     * @param history every operation that was started, in any order
     * @param state the whole database, after the last of them
     */
    Checker(List<Event> history, State state) {
        this.history = history;
        this.state = state;
        this.entries = Objects.requireNonNull(state.entries(), "the whole database");
        this.notes = Objects.requireNonNull(state.notes(), "the whole database");
    }

    List<Check> checks() {
        return List.of(sum(), acknowledged(), once(), absent(), accounts(), notes(), logs());
    }

    private Check sum() {
        long expected = Population.BALANCE * state.accounts().size();
        long found = state.accounts().stream().mapToLong(State.Account::balance).sum();
        List<String> wrong = found == expected
                ? List.of()
                : List.of("all accounts together have " + found + ", expected " + expected);
        return Check.of(
                "sum",
                "transfers keep the sum of all accounts",
                state.accounts().size(),
                wrong);
    }

    private Check acknowledged() {
        Set<Long> entriesThere = numbers(entries);
        Set<Long> notesThere = new HashSet<>(notes);
        Set<Long> removed = results(Kind.REMOVE);
        List<String> wrong = new ArrayList<>();
        List<String> notesGone = new ArrayList<>();
        long looked = 0;
        for (Event event : history) {
            if (event.isDone(Kind.TRANSFER)) {
                looked++;
                if (!entriesThere.contains(event.operation().number())) {
                    wrong.add("lost: " + event.operation());
                }
            } else if (event.isDone(Kind.ADD)) {
                looked++;
                if (!notesThere.contains(event.operation().number())
                        && !removed.contains(event.operation().number())) {
                    notesGone.add("lost: " + event.operation());
                }
            } else if (event.isDone(Kind.REMOVE)) {
                looked++;
                if (notesThere.contains(event.result())) {
                    wrong.add("not removed: note " + event.result() + " by " + event.operation());
                }
            }
        }
        // a removal whose outcome is unknown may have removed any note
        long perhapsRemoved =
                history.stream().filter(event -> event.isUnknown(Kind.REMOVE)).count();
        if (notesGone.size() > perhapsRemoved) {
            wrong.addAll(notesGone);
        }
        return Check.of("acknowledged", "what was acknowledged is there", looked, wrong);
    }

    private Check once() {
        List<String> wrong = new ArrayList<>();
        wrong.addAll(doubled("entry", entries.stream().map(State.Entry::number).toList()));
        wrong.addAll(doubled("note", notes));
        wrong.addAll(doubled(
                "number in a log",
                state.logs().stream().flatMap(log -> log.numbers().stream()).toList()));
        return Check.of("once", "nothing is there twice", entries.size() + notes.size(), wrong);
    }

    private static List<String> doubled(String what, Collection<Long> numbers) {
        Map<Long, Long> counts =
                numbers.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > 1)
                .map(count -> what + " " + count.getKey() + " is there " + count.getValue() + " times")
                .toList();
    }

    private Check absent() {
        Map<Long, Event> byNumber = history.stream()
                .collect(Collectors.toMap(event -> event.operation().number(), Function.identity()));
        List<String> wrong = new ArrayList<>();
        entries.forEach(entry -> mayBeThere("entry", entry.number(), byNumber, wrong));
        notes.forEach(note -> mayBeThere("note", note, byNumber, wrong));
        state.logs()
                .forEach(
                        log -> log.numbers().forEach(number -> mayBeThere("number in a log", number, byNumber, wrong)));
        return Check.of("absent", "what was not done has left nothing", history.size(), wrong);
    }

    private static void mayBeThere(String what, long number, Map<Long, Event> byNumber, List<String> wrong) {
        Event event = byNumber.get(number);
        if (event == null) {
            wrong.add(what + " " + number + ": nobody has made it");
        } else if (event.outcome() == Event.Outcome.FAILED || event.result() == Operation.REFUSED) {
            wrong.add(what + " " + number + " is there, but its client was told "
                    + (event.code() == null ? "that it was refused" : event.code()));
        }
    }

    private Check accounts() {
        long[] balances = new long[state.accounts().size()];
        long[] changes = new long[balances.length];
        for (State.Entry entry : entries) {
            balances[entry.giver()] -= entry.amount();
            balances[entry.taker()] += entry.amount();
            changes[entry.giver()]++;
            changes[entry.taker()]++;
        }
        List<String> wrong = new ArrayList<>();
        for (int place = 0; place < balances.length; place++) {
            State.Account account = state.accounts().get(place);
            if (account.balance() != Population.BALANCE + balances[place] || account.changes() != changes[place]) {
                wrong.add("account " + place + " has " + account.balance() + " after " + account.changes()
                        + " changes, its entries say " + (Population.BALANCE + balances[place]) + " after "
                        + changes[place]);
            }
        }
        return Check.of(
                "updates",
                "each account is what its entries say: no lost update, no half of a transfer",
                balances.length,
                wrong);
    }

    private Check notes() {
        List<Long> onBoards = state.boards().stream().flatMap(List::stream).toList();
        List<String> wrong = new ArrayList<>(doubled("on boards: note", onBoards));
        Set<Long> standing = new HashSet<>(onBoards);
        Set<Long> all = new HashSet<>(notes);
        all.stream()
                .filter(note -> !standing.contains(note))
                .forEach(note -> wrong.add("note " + note + " stands on no board"));
        standing.stream()
                .filter(note -> !all.contains(note))
                .forEach(note -> wrong.add("note " + note + " stands on a board, but is not there"));
        state.pins().stream()
                .filter(note -> note != null && !standing.contains(note))
                .forEach(note -> wrong.add("a pin refers to note " + note + ", which stands on no board"));
        return Check.of(
                "lists", "each note stands on one board, once, and pins refer to such notes", onBoards.size(), wrong);
    }

    /** Checks that each append has a position of its own, and is still there. */
    private Check logs() {
        List<String> wrong = new ArrayList<>();
        Map<Integer, Map<Long, Operation>> byLog = new TreeMap<>();
        long looked = 0;
        for (Event event : history) {
            if (!event.isDone(Kind.APPEND)) {
                continue;
            }
            looked++;
            Operation before = byLog.computeIfAbsent(event.operation().first(), log -> new HashMap<>())
                    .put(event.result(), event.operation());
            if (before != null) {
                wrong.add("log " + event.operation().first() + ": " + before.number() + " and "
                        + event.operation().number() + " were both put at " + event.result());
            }
        }
        Map<Integer, Long> unknown = history.stream()
                .filter(event -> event.isUnknown(Kind.APPEND))
                .collect(Collectors.groupingBy(event -> event.operation().first(), Collectors.counting()));
        for (int place = 0; place < state.logs().size(); place++) {
            wrong.addAll(log(
                    place,
                    state.logs().get(place),
                    byLog.getOrDefault(place, Map.of()),
                    unknown.getOrDefault(place, 0L)));
        }
        return Check.of("appends", "each log has what was appended, in the order of the appends", looked, wrong);
    }

    private static List<String> log(int place, State.Log log, Map<Long, Operation> acknowledged, long unknown) {
        List<String> wrong = new ArrayList<>();
        long end = log.dropped() + log.numbers().size();
        acknowledged.forEach((position, operation) -> {
            if (position >= end) {
                wrong.add(
                        "log " + place + " ends at " + end + ", but " + operation.number() + " was put at " + position);
            } else if (position >= log.dropped()
                    && log.numbers().get((int) (position - log.dropped())) != operation.number()) {
                wrong.add("log " + place + " has " + log.numbers().get((int) (position - log.dropped())) + " at "
                        + position + ", where " + operation.number() + " was put");
            }
        });
        long more = end - acknowledged.size();
        if (more < 0 || more > unknown) {
            wrong.add("log " + place + " got " + end + " numbers; acknowledged " + acknowledged.size() + ", unknown "
                    + unknown);
        }
        return wrong;
    }

    private static Set<Long> numbers(List<State.Entry> entries) {
        return entries.stream().map(State.Entry::number).collect(Collectors.toSet());
    }

    private Set<Long> results(Kind kind) {
        return history.stream()
                .filter(event -> event.isDone(kind))
                .map(Event::result)
                .collect(Collectors.toSet());
    }
}
