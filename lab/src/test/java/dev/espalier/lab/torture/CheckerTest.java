package dev.espalier.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.result.Check;
import dev.espalier.lab.torture.Operation.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each check holds for what is right, and fails for the one thing it is there to find. */
class CheckerTest {

    private final List<Event> history = new ArrayList<>();
    private List<State.Account> accounts;
    private List<State.Entry> entries;
    private List<State.Log> logs;
    private List<List<Long>> boards;
    private List<Long> notes;
    private List<Long> pins;

    @BeforeEach
    void whatIsRight() {
        done(new Operation(Kind.TRANSFER, 1, 0, 1, 5), Operation.DONE);
        done(new Operation(Kind.TRANSFER, 2, 1, 0, 2), Operation.DONE);
        done(new Operation(Kind.TRANSFER, 3, 1, 0, 2_000), Operation.REFUSED);
        done(new Operation(Kind.APPEND, 4, 0, 0, 0), 50);
        done(new Operation(Kind.APPEND, 5, 0, 0, 0), 51);
        for (int number = 0; number < 50; number++) {
            done(new Operation(Kind.APPEND, 100 + number, 0, 0, 0), number);
        }
        done(new Operation(Kind.ADD, 6, 0, 0, 0), Operation.DONE);
        done(new Operation(Kind.ADD, 7, 0, 0, 0), Operation.DONE);
        done(new Operation(Kind.REMOVE, 8, 0, 0, 0), 6);
        done(new Operation(Kind.REFER, 9, 0, 0, 0), 7);
        accounts = new ArrayList<>(List.of(new State.Account(997, 2), new State.Account(1_003, 2)));
        entries = new ArrayList<>(List.of(new State.Entry(1, 0, 1, 5), new State.Entry(2, 1, 0, 2)));
        logs = new ArrayList<>(List.of(new State.Log(50, List.of(4L, 5L))));
        boards = new ArrayList<>(List.of(List.of(7L), List.of()));
        notes = new ArrayList<>(List.of(7L));
        pins = new ArrayList<>(Arrays.asList(7L, null));
    }

    @Test
    void correctStatePassesEveryCheck() {
        assertThat(failing()).isEmpty();
    }

    @Test
    void lostAcknowledgedEntryIsReported() {
        entries.remove(1);
        assertThat(failing())
                .containsExactly(
                        "acknowledged: lost: TRANSFER 2 1 0 2",
                        "updates: account 0 has 997 after 2 changes, its entries say 995 after 1",
                        "updates: account 1 has 1003 after 2 changes, its entries say 1005 after 1");
    }

    @Test
    void duplicateEntryIsReported() {
        entries.add(entries.get(0));
        accounts.set(0, new State.Account(992, 3));
        accounts.set(1, new State.Account(1_008, 3));
        assertThat(failing()).containsExactly("once: entry 1 is there 2 times");
    }

    @Test
    void lostUpdateIsReported() {
        accounts.set(0, new State.Account(995, 1));
        assertThat(failing())
                .containsExactly(
                        "sum: all accounts together have 1998, expected 2000",
                        "updates: account 0 has 995 after 1 changes, its entries say 997 after 2");
    }

    @Test
    void unacknowledgedHalfTransferIsReported() {
        history.add(
                new Event(new Operation(Kind.TRANSFER, 20, 0, 1, 1), Event.Outcome.UNKNOWN, 0, "commit-unknown", ""));
        assertThat(failing()).isEmpty();
        entries.add(new State.Entry(20, 0, 1, 1));
        assertThat(failing())
                .containsExactly(
                        "updates: account 0 has 997 after 2 changes, its entries say 996 after 3",
                        "updates: account 1 has 1003 after 2 changes, its entries say 1004 after 3");
        accounts.set(0, new State.Account(996, 3));
        accounts.set(1, new State.Account(1_004, 3));
        assertThat(failing()).isEmpty();
    }

    @Test
    void entryOfAFailedOperationIsReported() {
        history.add(new Event(new Operation(Kind.ADD, 21, 0, 0, 0), Event.Outcome.FAILED, 0, "conflict", ""));
        boards.set(1, List.of(21L));
        notes.add(21L);
        assertThat(failing()).containsExactly("absent: note 21 is there, but its client was told conflict");
    }

    @Test
    void unknownNoteIsReported() {
        boards.set(1, List.of(22L));
        notes.add(22L);
        assertThat(failing()).containsExactly("absent: note 22: nobody has made it");
    }

    @Test
    void missingNoteIsReported() {
        boards.set(0, List.of());
        notes.clear();
        pins.set(0, null);
        assertThat(failing()).containsExactly("acknowledged: lost: ADD 7 0 0 0");
        history.add(new Event(new Operation(Kind.REMOVE, 23, 0, 0, 0), Event.Outcome.UNKNOWN, 0, "commit-unknown", ""));
        assertThat(failing()).as("somebody may have removed it").isEmpty();
    }

    @Test
    void removedNoteThatRemainsIsReported() {
        boards.set(1, List.of(6L));
        notes.add(6L);
        assertThat(failing()).containsExactly("acknowledged: not removed: note 6 by REMOVE 8 0 0 0");
    }

    @Test
    void noteOnTwoBoardsAndOnNoneIsReported() {
        boards.set(1, List.of(7L));
        assertThat(failing()).containsExactly("lists: on boards: note 7 is there 2 times");
        boards.set(0, List.of());
        boards.set(1, List.of());
        assertThat(failing())
                .containsExactly(
                        "lists: note 7 stands on no board", "lists: a pin refers to note 7, which stands on no board");
    }

    @Test
    void lostAppendIsReported() {
        logs.set(0, new State.Log(50, List.of(4L)));
        assertThat(failing())
                .containsExactly(
                        "appends: log 0 ends at 51, but 5 was put at 51",
                        "appends: log 0 got 51 numbers; acknowledged 52, unknown 0");
    }

    @Test
    void appendsInAnotherOrderAreReported() {
        logs.set(0, new State.Log(50, List.of(5L, 4L)));
        assertThat(failing())
                .containsExactly(
                        "appends: log 0 has 5 at 50, where 4 was put", "appends: log 0 has 4 at 51, where 5 was put");
    }

    @Test
    void twoAppendsAtOnePositionAreReported() {
        done(new Operation(Kind.APPEND, 24, 0, 0, 0), 51);
        assertThat(failing())
                .containsExactly(
                        "appends: log 0: 5 and 24 were both put at 51", "appends: log 0 has 5 at 51, where 24 was put");
    }

    @Test
    void watcherReportsTransientDamage() {
        Watcher watcher = new Watcher();
        watcher.see(state());
        watcher.see(state());
        assertThat(failing(watcher.checks())).isEmpty();
        accounts.set(0, new State.Account(996, 2));
        watcher.see(state());
        assertThat(failing(watcher.checks()))
                .containsExactly(
                        "seen-sum: snapshot 3: sum 1999, expected 2000",
                        "versions: snapshot 3: account 0 was Account[balance=997, changes=2], is Account[balance=996, changes=2]");
        whatIsRightAgain(watcher, ignored -> new State.Log(50, List.of(5L, 4L)));
        assertThat(failing(watcher.checks()))
                .contains(
                        "seen-order: snapshot 4: log 0 has 5 at 50, before it was 4",
                        "seen-order: snapshot 4: log 0 has 4 at 51, before it was 5");
        whatIsRightAgain(watcher, ignored -> new State.Log(50, List.of(4L)));
        assertThat(failing(watcher.checks())).contains("versions: snapshot 5: log 0 has become shorter");
        boards.set(1, List.of(7L));
        whatIsRightAgain(watcher, log -> log);
        assertThat(failing(watcher.checks())).contains("seen-lists: snapshot 6: note 7 stands in two places");
    }

    private void whatIsRightAgain(Watcher watcher, UnaryOperator<State.Log> changed) {
        accounts.set(0, new State.Account(997, 2));
        logs.set(0, changed.apply(logs.get(0)));
        watcher.see(state());
    }

    private void done(Operation operation, long result) {
        history.add(Event.acknowledged(operation, result));
    }

    private State state() {
        return new State(List.copyOf(accounts), entries, List.copyOf(logs), List.copyOf(boards), notes, pins);
    }

    private List<String> failing() {
        return failing(new Checker(history, state()).checks());
    }

    private static List<String> failing(List<Check> checks) {
        return checks.stream()
                .flatMap(check -> check.violations().stream().map(violation -> check.name() + ": " + violation))
                .toList();
    }
}
