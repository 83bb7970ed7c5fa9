package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class FirstFailureTest {

    private final List<String> done = new ArrayList<>();

    private Runnable failing(String name, Error error) {
        return () -> {
            done.add(name);
            throw error;
        };
    }

    @Test
    void allPiecesAreDoneAndTheFirstFailureIsThrown() {
        Error first = new OutOfMemoryError("first");
        Error second = new AssertionError("second");
        assertThatThrownBy(() -> FirstFailure.ofAll(failing("a", first), failing("b", second), () -> done.add("c")))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(done).containsExactly("a", "b", "c");
    }

    @Test
    void workThatFailsIsUndone() {
        Error first = new OutOfMemoryError("first");
        Error second = new AssertionError("second");
        assertThat(FirstFailure.orUndo(() -> "done", failing("undone", second))).isEqualTo("done");
        assertThat(done).isEmpty();
        assertThatThrownBy(() -> FirstFailure.orUndo(failing("tried", first), failing("undone", second)))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(done).containsExactly("tried", "undone");
    }

    /** The virtual machine keeps some errors ready, and throws one of them again. */
    @Test
    void aFailureIsNotSuppressedInItself() {
        Error same = new OutOfMemoryError("kept ready");
        assertThatThrownBy(() -> FirstFailure.ofAll(failing("a", same), failing("b", same)))
                .isSameAs(same)
                .hasNoSuppressedExceptions();
    }
}
