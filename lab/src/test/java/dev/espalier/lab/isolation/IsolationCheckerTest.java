package dev.espalier.lab.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.isolation.Anomaly.Kind;
import dev.espalier.lab.isolation.Observed.Action;
import dev.espalier.lab.isolation.Observed.Append;
import dev.espalier.lab.isolation.Observed.Outcome;
import dev.espalier.lab.isolation.Observed.Read;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A history for each anomaly, and histories that are right. Lists are x = 0 and y = 1. */
class IsolationCheckerTest {

    private static final int X = 0;
    private static final int Y = 1;

    private final List<Observed> history = new ArrayList<>();
    private final Map<Integer, List<Long>> last = new TreeMap<>();

    @Test
    void serialTransactionsAreAccepted() {
        committed(1, read(X), append(X, 1), append(X, 2), read(X, 1, 2));
        committed(2, read(X, 1, 2), append(Y, 3));
        committed(3, read(Y, 3), append(X, 4));
        committed(4, append(X, 5), read(X, 1, 2, 4, 5), read(Y, 3));
        aborted(5, append(X, 6));
        unknown(6, append(X, 7));
        unknown(7, append(Y, 8));
        end(X, 1, 2, 4, 5, 7);
        end(Y, 3);
        assertThat(found()).isEmpty();
    }

    @Test
    void garbageIsReported() {
        committed(1, append(X, 1));
        end(X, 1, 9);
        end(Y, 1);
        assertThat(found())
                .containsExactly(
                        "GARBAGE list 0 in the end has 9, which nobody appended to it",
                        "GARBAGE list 1 in the end has 1, which nobody appended to it");
    }

    @Test
    void duplicateAppendIsReported() {
        committed(1, append(X, 1));
        end(X, 1, 1);
        assertThat(found()).containsExactly("GARBAGE list 0 in the end has a value twice: [1, 1]");
    }

    @Test
    void inconsistentOrderIsReported() {
        committed(1, append(X, 1));
        committed(2, append(X, 2));
        committed(3, read(X, 2));
        end(X, 1, 2);
        assertThat(found()).containsExactly("NO_ORDER list 0 read by transaction 3 is [2], in the end it is [1, 2]");
    }

    @Test
    void internalInconsistencyIsReported() {
        committed(1, read(X), append(X, 1), read(X));
        end(X, 1);
        assertThat(found()).containsExactly("INTERNAL transaction 1 read [] of list 0, expected [1]");
    }

    @Test
    void lostAppendIsReported() {
        committed(1, append(X, 1));
        unknown(2, append(X, 2), append(Y, 3));
        end(X, 2);
        assertThat(found())
                .containsExactly(
                        "LOST_APPEND transaction 1 appended 1 to list 0, where it is not",
                        "LOST_APPEND transaction 2 appended 3 to list 1, where it is not");
    }

    @Test
    void abortedReadIsReported() {
        aborted(1, append(X, 1));
        committed(2, read(X, 1));
        end(X);
        assertThat(found())
                .containsExactly(
                        "ABORTED_READ list 0 read by transaction 2 has 1, which transaction 1 appended, which was undone");
    }

    @Test
    void intermediateReadIsReported() {
        committed(1, append(X, 1), append(X, 2));
        committed(2, read(X, 1));
        end(X, 1, 2);
        assertThat(found())
                .containsExactly(
                        "INTERMEDIATE_READ list 0 read by transaction 2 ends with 1; transaction 1 appended [1, 2]",
                        "READ_SKEW circle [1, 2]");
    }

    @Test
    void dirtyWriteIsReported() {
        committed(1, append(X, 1), append(Y, 2));
        committed(2, append(X, 3), append(Y, 4));
        end(X, 1, 3);
        end(Y, 4, 2);
        assertThat(found()).containsExactly("DIRTY_WRITE circle [2, 1]");
    }

    @Test
    void circularFlowIsReported() {
        committed(1, append(X, 1), read(Y, 2));
        committed(2, append(Y, 2), read(X, 1));
        end(X, 1);
        end(Y, 2);
        assertThat(found()).containsExactly("CIRCULAR_FLOW circle [2, 1]");
    }

    @Test
    void lostUpdateIsReported() {
        committed(1, read(X), append(X, 1));
        committed(2, read(X), append(X, 2));
        end(X, 1, 2);
        assertThat(found())
                .containsExactly(
                        "LOST_UPDATE transaction 1 and transaction 2 both read [] of list 0 and appended to it",
                        "READ_SKEW circle [1, 2]");
    }

    @Test
    void readSkewIsReported() {
        committed(1, append(X, 1), append(Y, 2));
        committed(2, read(X, 1), read(Y));
        end(X, 1);
        end(Y, 2);
        assertThat(found()).containsExactly("READ_SKEW circle [1, 2]");
    }

    @Test
    void writeSkewIsReportedAndAllowedBySnapshots() {
        committed(1, read(X), append(Y, 1));
        committed(2, read(Y), append(X, 2));
        end(X, 2);
        end(Y, 1);
        assertThat(found()).containsExactly("WRITE_SKEW circle [2, 1]");
        assertThat(Kind.AGAINST_SNAPSHOTS).containsExactlyElementsOf(EnumSet.complementOf(EnumSet.of(Kind.WRITE_SKEW)));
    }

    private static Action append(int list, long value) {
        return new Append(list, value);
    }

    private static Action read(int list, long... values) {
        return new Read(list, Arrays.stream(values).boxed().toList());
    }

    private void committed(long name, Action... actions) {
        history.add(new Observed(name, Outcome.COMMITTED, List.of(actions)));
    }

    private void aborted(long name, Action... actions) {
        history.add(new Observed(name, Outcome.ABORTED, List.of(actions)));
    }

    private void unknown(long name, Action... actions) {
        history.add(new Observed(name, Outcome.UNKNOWN, List.of(actions)));
    }

    private void end(int list, long... values) {
        last.put(list, Arrays.stream(values).boxed().toList());
    }

    private List<String> found() {
        return new IsolationChecker(history, last)
                .anomalies().stream()
                        .map(anomaly -> anomaly.kind() + " " + anomaly.text())
                        .toList();
    }
}
