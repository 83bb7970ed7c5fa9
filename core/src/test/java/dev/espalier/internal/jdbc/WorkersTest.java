package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import java.util.AbstractList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class WorkersTest {

    @Test
    void allPiecesRunInAsManyThreadsAsAllowed() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch both = new CountDownLatch(2);
        Workers.run("worker", 2, List.of(1, 2, 3, 4, 5), piece -> {
            threads.add(Thread.currentThread());
            both.countDown();
            await(both);
        });
        assertThat(threads).hasSize(2);
        Workers.run("worker", 2, List.of(), piece -> {
            throw new AssertionError("there is no piece");
        });
    }

    @Test
    void firstFailureIsThrownWhenAllPiecesHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        assertThatThrownBy(() -> Workers.run("worker", 2, List.of(1, 2, 3, 4), piece -> {
                    ended.incrementAndGet();
                    if (piece % 2 == 0) {
                        throw new IllegalArgumentException("piece " + piece);
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("piece 2")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("piece 4"));
        assertThat(ended).hasValue(4);
    }

    @Test
    void anErrorStaysAnError() {
        assertThatThrownBy(() -> Workers.run("worker", 1, List.of(1, 2), piece -> {
                    throw new OutOfMemoryError("piece " + piece);
                }))
                .isExactlyInstanceOf(OutOfMemoryError.class)
                .hasMessage("piece 1")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void aPieceThatCannotBeStartedLeavesNoneRunning() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        List<Integer> pieces = new AbstractList<>() {
            @Override
            public Integer get(int index) {
                if (index == 1) {
                    WorkersTest.await(begun);
                    throw new OutOfMemoryError("of a test");
                }
                return index;
            }

            @Override
            public int size() {
                return 2;
            }
        };
        assertThatThrownBy(() -> Workers.run("worker", 2, pieces, piece -> {
                    running.incrementAndGet();
                    begun.countDown();
                    pause();
                    running.decrementAndGet();
                }))
                .isExactlyInstanceOf(OutOfMemoryError.class)
                .hasMessage("of a test");
        assertThat(running).hasValue(0);
    }

    @Test
    void noThreadKeepsAProgramFromEnding() {
        Workers.run("worker", 1, List.of(1), piece -> {
            assertThat(Thread.currentThread().isDaemon()).isTrue();
            assertThat(Thread.currentThread().getName()).isEqualTo("worker");
        });
    }

    @Test
    void interruptedCallerWaitsUntilNoPieceIsRunning() {
        CountDownLatch begun = new CountDownLatch(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> Workers.run("worker", 2, List.of(1, 2, 3, 4), piece -> {
                    started.incrementAndGet();
                    running.incrementAndGet();
                    begun.countDown();
                    while (begun.getCount() > 0) { // an interrupted thread could not await it
                        Thread.onSpinWait();
                    }
                    caller.interrupt();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        pause();
                        running.decrementAndGet();
                        throw new IllegalStateException("piece " + piece, e);
                    }
                }))
                .isInstanceOfSatisfying(DatabaseException.class, e -> {
                    assertThat(e.errorCode()).isEqualTo(ErrorCode.INTERRUPTED);
                    assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactlyInAnyOrder("piece 1", "piece 2");
                });
        assertThat(Thread.interrupted()).as("the caller still knows").isTrue();
        assertThat(running).hasValue(0);
        assertThat(started).as("pieces that have not begun never do").hasValue(2);
    }

    @Test
    void noInterruptReachesWorkThatIsNotToBeInterrupted() {
        AtomicInteger ended = new AtomicInteger();
        Thread caller = Thread.currentThread();
        caller.interrupt();
        Workers.uninterrupted("worker", () -> {
            caller.interrupt();
            pause();
            caller.interrupt();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            ended.incrementAndGet();
        });
        assertThat(ended).hasValue(1);
        assertThat(Thread.interrupted()).as("the caller still knows").isTrue();
        assertThatThrownBy(() -> Workers.uninterrupted("worker", () -> {
                    throw new IllegalStateException("of the work");
                }))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("of the work");
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A piece may take its time to end. */
    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
