package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class BulkStateTest {

    @Test
    void aCopyIsOfTheSameKind() {
        Exception cause = new Exception();
        for (EspalierException failed : List.of(
                new StoreException(ErrorCode.CANCELLED, "a", cause),
                new DatabaseException(ErrorCode.LOAD_LOST, "a", cause),
                new ModelException(ErrorCode.CONSTRUCTOR_FAILED, "a", cause),
                new NotFoundException(ErrorCode.NOT_FOUND, "a", cause),
                new LimitException(ErrorCode.TOO_MANY_OBJECTS, "a", cause),
                new SchemaException(ErrorCode.SCHEMA_CHANGE, "a", cause),
                new ConnectionException(ErrorCode.UNREACHABLE, "a", cause))) {
            failed.addSuppressed(new IllegalStateException("later"));
            assertThat(BulkState.copy(failed))
                    .isNotSameAs(failed)
                    .isExactlyInstanceOf(failed.getClass())
                    .hasMessage("a")
                    .hasCause(cause)
                    .satisfies(copy -> {
                        assertThat(((EspalierException) copy).errorCode()).isEqualTo(failed.errorCode());
                        assertThat(copy.getSuppressed()).hasSize(1);
                    });
        }
    }

    @Test
    void anErrorOfAThreadOfTheLoadIsThrownAsItIs() {
        BulkState state = new BulkState();
        Error failed = new OutOfMemoryError("of a sender");
        state.fail(failed);
        assertThatThrownBy(() -> {
                    throw state.closing(failed);
                })
                .isSameAs(failed);
    }

    /** A try-with-resources that has it cannot suppress it in itself. */
    @Test
    void anErrorThatACallerHasIsTheCause() {
        BulkState state = new BulkState();
        Error failed = new OutOfMemoryError("of an object");
        state.failThrowing(failed);
        assertThat(state.closing(failed))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasCause(failed);
    }

    /** A getter of the program has thrown it. */
    @Test
    void aFailureOfTheProgramIsTheCause() {
        RuntimeException failed = new IllegalArgumentException("not so");
        assertThat(BulkState.copy(failed)).hasMessage("not so").hasCause(failed);
    }
}
