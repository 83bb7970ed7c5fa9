package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.testing.Proxied;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A statement that does not end when it is cancelled, as one that the database has not begun with. */
@NullUnmarked // tests give null on purpose
class WatchdogTest {

    private final AtomicInteger cancelled = new AtomicInteger();
    private final Statement deaf = Proxied.of(Statement.class, call -> {
        assertThat(call.name()).isEqualTo("cancel");
        cancelled.incrementAndGet();
        return null;
    });

    @AfterEach
    void endInterrupt() {
        Thread.interrupted();
    }

    @Test
    @Timeout(300)
    void cancellingIsRepeatedUntilTheStatementEnds() {
        try (Watchdog watchdog = new Watchdog(Duration.ZERO, false);
                Watchdog.Watch watch = watchdog.watch(deaf, null)) {
            Thread.currentThread().interrupt();
            awaitCancelled(3);
            assertThat(watch.wasEnded()).isTrue();
            assertThat(watch.reason(null, "test")).hasMessageContaining("interrupted");
        }
    }

    @Test
    @Timeout(300)
    void aStatementThatTakesTooLongIsCancelledUntilItEnds() {
        try (Watchdog watchdog = new Watchdog(Duration.ofMillis(1), false);
                Watchdog.Watch watch = watchdog.watch(deaf, null)) {
            awaitCancelled(3);
            assertThat(watch.reason(null, "test")).hasMessageContaining("took longer than 1 ms");
        }
    }

    /** Sleeping would end the interrupt. */
    private void awaitCancelled(int times) {
        while (cancelled.get() < times) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
