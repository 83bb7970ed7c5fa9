package dev.espalier.internal.engine.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.error.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** H2 has one code for whatever fails with a file. */
@Tag("pure")
class H2FailuresTest {

    @Test
    void fullDiskIsTold() {
        assertThat(of(new IOException("No space left on device"))).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(of(new IOException("File too large"))).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(of(new IOException("Disk quota exceeded"))).isEqualTo(ErrorCode.DISK_FULL);
    }

    @Test
    void fileThatIsTooShortIsNoDatabase() {
        assertThat(of(new EOFException())).isEqualTo(ErrorCode.NOT_A_DATABASE);
    }

    @Test
    void otherFailuresOfFilesStayWhatTheyAre() {
        assertThat(of(new IOException("Input/output error"))).isEqualTo(ErrorCode.DATABASE_ERROR);
        assertThat(of(null)).isEqualTo(ErrorCode.DATABASE_ERROR);
    }

    /** An interrupt of one thread closes the file for all. */
    @Test
    void fileThatAnInterruptHasClosedIsALostConnection() {
        RuntimeException ofStore =
                new IllegalStateException("Writing to file failed", new ClosedByInterruptException());
        assertThat(of(new ClosedChannelException())).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(new H2Failures().of(new SQLException("General error", "HY000", 50000, ofStore)))
                .isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(new H2Failures().advice(new SQLException("General error", "HY000", 50000, ofStore)))
                .contains("async:");
        assertThat(new H2Failures().advice(new SQLException("closed", "HY000", 90098)))
                .isNull();
    }

    @Test
    void nestedStatementsThatOverflowTheStackAreTold() {
        assertThat(new H2Failures().of(new SQLException("General error: StackOverflowError", "HY000", 50000)))
                .isEqualTo(ErrorCode.STATEMENT_TOO_LARGE);
    }

    private static ErrorCode of(@Nullable Exception cause) {
        RuntimeException ofStore = new IllegalStateException("Reading from file failed", cause);
        return new H2Failures().of(new SQLException("IO Exception", "90028", 90028, ofStore));
    }
}
