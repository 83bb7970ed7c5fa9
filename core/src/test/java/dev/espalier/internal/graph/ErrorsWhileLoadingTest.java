package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error of the virtual machine ends a load by several sessions when none of them is busy any more, and stays what it is. */
class ErrorsWhileLoadingTest {

    @TempDir
    Path folder;

    static class Cell {
        static volatile Runnable made = () -> {};

        long id;

        Cell() {
            made.run();
        }
    }

    @Test
    void anErrorEndsTheLoadWhenNoSessionIsBusyAnyMore() {
        List<Cell> cells = IntStream.range(0, 3_000).mapToObj(i -> new Cell()).toList();
        Thread caller = Thread.currentThread();
        CountDownLatch helps = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicInteger busy = new AtomicInteger();
        try (LoadedGraph graph = new LoadedGraph(folder, cells, Cell.class)) {
            Cell.made = () -> {
                if (Thread.currentThread() == caller) {
                    await(helps);
                    failed.countDown();
                    throw new OutOfMemoryError("of a test");
                }
                busy.incrementAndGet();
                helps.countDown();
                await(failed);
                pause();
                busy.decrementAndGet();
            };
            long[] ids = cells.stream().mapToLong(cell -> cell.id).toArray();
            assertThatThrownBy(() -> graph.loadInParallel(Cell.class, Bounds.NONE, ids))
                    .isExactlyInstanceOf(OutOfMemoryError.class)
                    .hasMessage("of a test");
            assertThat(busy).hasValue(0);
        } finally {
            Cell.made = () -> {};
        }
    }

    @Test
    void aHelperThatCannotBeStartedEndsTheLoadWhenNoSessionIsBusyAnyMore() {
        List<Cell> cells = IntStream.range(0, 3_000).mapToObj(i -> new Cell()).toList();
        CountDownLatch helps = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        try (LoadedGraph graph = new LoadedGraph(folder, cells, Cell.class)) {
            Cell.made = () -> {
                busy.incrementAndGet();
                helps.countDown();
                await(failed);
                pause();
                busy.decrementAndGet();
            };
            long[] ids = cells.stream().mapToLong(cell -> cell.id).toArray();
            assertThatThrownBy(() -> graph.loadInParallel(
                            helper -> {
                                if (started.incrementAndGet() == 2) {
                                    await(helps);
                                    failed.countDown();
                                    throw new OutOfMemoryError("of a test");
                                }
                                new Thread(helper).start();
                            },
                            Cell.class,
                            Bounds.NONE,
                            ids))
                    .isExactlyInstanceOf(OutOfMemoryError.class)
                    .hasMessage("of a test");
            assertThat(busy).hasValue(0);
        } finally {
            Cell.made = () -> {};
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Gives a caller that does not wait the time to come back. */
    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
