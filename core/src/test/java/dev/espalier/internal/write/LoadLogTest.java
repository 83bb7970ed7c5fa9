package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
@NullUnmarked // what it asks for is there
class LoadLogTest {

    /** Often enough that the garbage collector does not run meanwhile. */
    private static final int ATTEMPTS = 100;

    private final Object object = new Object();
    private final RegistryEntry[] entries = new RegistryEntry[1_024];
    private final AtomicInteger handed = new AtomicInteger();

    LoadLogTest() {
        Arrays.fill(entries, new RegistryEntry(object));
    }

    private void add(LoadLog log, int count) {
        for (int i = 0; i < count / entries.length; i++) {
            log.add(entries, entries.length, any -> handed.incrementAndGet());
        }
    }

    /** Adds so many to a new log, at a time at which the garbage collector does not run. */
    private LoadLog logWith(int count) {
        for (int i = 0; i < ATTEMPTS; i++) {
            handed.set(0);
            WeakReference<Object> untilCollected = new WeakReference<>(new Object());
            LoadLog log = new LoadLog(new AtomicInteger());
            add(log, count);
            if (!untilCollected.refersTo(null)) {
                return log;
            }
        }
        throw new AssertionError("the garbage collector ran each time");
    }

    @Test
    void entriesStayInTheLogUntilTheGarbageCollectorHasRun() {
        LoadLog log = logWith(1 << 19);
        assertThat(handed).hasValue(0);
        assertThat(log.size()).isEqualTo(1 << 19);
    }

    @Test
    void entriesOfLivingObjectsAreHandedOnAfterTheGarbageCollectorHasRun() {
        LoadLog log = logWith(1 << 19);
        System.gc();
        add(log, 1 << 19);
        assertThat(handed.get()).isGreaterThanOrEqualTo(1 << 19);
        assertThat(log.size() + handed.get()).isEqualTo(1 << 20);
    }

    @Test
    void manyEntriesAreHandedOnThoughTheGarbageCollectorHasNotRun() {
        LoadLog log = logWith(1 << 21);
        assertThat(handed).hasPositiveValue();
        assertThat(log.size() + handed.get()).isEqualTo(1 << 21);
    }
}
