package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
@NullUnmarked // what it asks for is there
class RegistryTest {

    private static final KnownState STATE = new KnownState(7, 3, new Fingerprint(1, 2, 3, 4), null);

    private static List<Object> known(Registry registry, int count) {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object object = new Object();
            objects.add(object);
            registry.put(object, STATE);
        }
        return objects;
    }

    /** Often enough that a pause between two sweeps ends. */
    private static final int COLLECTIONS = 1_000;

    private static void awaitSize(Registry registry, int most) {
        for (int i = 0; i < COLLECTIONS && registry.size() > most; i++) {
            System.gc();
            registry.releaseDead();
        }
        assertThat(registry.size()).isLessThanOrEqualTo(most);
    }

    @Test
    void statesOfCollectedObjectsAreReleased() {
        Registry registry = new Registry();
        List<Object> kept = known(registry, 1_000);
        List<Object> dropped = known(registry, 50_000);
        assertThat(registry.size()).isEqualTo(51_000);
        dropped.clear();
        awaitSize(registry, 2_000);
        kept.forEach(object -> assertThat(registry.find(object)).isEqualTo(STATE));
    }

    @Test
    void putReleasesStatesOfCollectedObjects() {
        Registry registry = new Registry();
        List<Object> kept = known(registry, 1_000);
        known(registry, 50_000).clear();
        for (int i = 0; i < COLLECTIONS && registry.size() > 2_000; i++) {
            System.gc();
            kept.forEach(object -> registry.put(object, STATE));
        }
        assertThat(registry.size()).isLessThanOrEqualTo(2_000);
        kept.forEach(object -> assertThat(registry.find(object)).isEqualTo(STATE));
    }

    @Test
    void missingFingerprintDiffersFromAFingerprintOfZeros() {
        Registry registry = new Registry();
        Object object = new Object();
        registry.put(object, new KnownState(1, 0, new Fingerprint(0, 0, 0, 0), null));
        assertThat(registry.find(object).fingerprint()).isEqualTo(new Fingerprint(0, 0, 0, 0));
        registry.put(object, KnownState.claimed(1));
        assertThat(registry.find(object).fingerprint()).isNull();
    }

    private static void load(Registry registry, Object... objects) {
        RegistryEntry[] entries = new RegistryEntry[objects.length];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new RegistryEntry(objects[i], 1 + i, 5, new Fingerprinter(any -> 0), null);
        }
        registry.addLoaded(entries, entries.length);
    }

    private static Object[] objects(int count) {
        Object[] objects = new Object[count];
        Arrays.setAll(objects, i -> new Object());
        return objects;
    }

    @Test
    void loadedObjectsAreFound() {
        Registry registry = new Registry();
        Object[] many = objects(300_000);
        load(registry, many);
        Object[] few = objects(10);
        load(registry, few);
        for (int i = 0; i < many.length; i += 100) {
            assertThat(registry.find(many[i]).id()).isEqualTo(1 + i);
        }
        assertThat(registry.find(few[9]).id()).isEqualTo(10);
        assertThat(registry.find(new Object())).isNull();
    }

    @Test
    void putReplacesTheLoadedState() {
        Registry registry = new Registry();
        Object[] objects = objects(4);
        load(registry, objects);
        registry.put(objects[0], STATE);
        registry.remove(objects[1]);
        assertThat(registry.claim(objects[2], 9).id()).isEqualTo(3);
        assertThat(registry.layer().find(objects[3]).id()).isEqualTo(4);
        assertThat(registry.find(objects[0])).isEqualTo(STATE);
        assertThat(registry.find(objects[1])).isNull();
    }

    @Test
    void loadedObjectsThatWereDroppedAreReleased() {
        Registry registry = new Registry();
        Object[] kept = objects(1_000);
        load(registry, kept);
        for (int i = 0; i < 500; i++) {
            load(registry, objects(1_000));
        }
        awaitSize(registry, 2_000);
        for (int i = 0; i < kept.length; i++) {
            assertThat(registry.find(kept[i]).id()).isEqualTo(1 + i);
        }
    }

    @Test
    void stateThatOneThreadHasLoadedIsKnownToAllOthers() throws Exception {
        Registry registry = new Registry();
        BlockingQueue<Object> loaded = new ArrayBlockingQueue<>(100);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> unknown = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                boolean loads = thread < 4;
                unknown.add(threads.submit(() -> {
                    int count = 0;
                    for (int i = 0; i < 20_000; i++) {
                        if (loads) {
                            Object object = new Object();
                            load(registry, object, new Object());
                            loaded.put(object);
                        } else {
                            count += registry.find(loaded.take()) == null ? 1 : 0;
                        }
                    }
                    return count;
                }));
            }
            for (Future<Integer> one : unknown) {
                assertThat(one.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
