package dev.espalier.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class RegistryTest {

    private static final Registry.State STATE = new Registry.State(7, 3, new Fingerprint(1, 2, 3, 4), null);

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
        List<Object> dropped = known(registry, 500_000);
        assertThat(registry.size()).isEqualTo(501_000);
        dropped.clear();
        awaitSize(registry, 2_000);
        kept.forEach(object -> assertThat(registry.find(object)).isEqualTo(STATE));
    }

    @Test
    void putReleasesStatesOfCollectedObjects() {
        Registry registry = new Registry();
        List<Object> kept = known(registry, 1_000);
        known(registry, 500_000).clear();
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
        registry.put(object, new Registry.State(1, 0, new Fingerprint(0, 0, 0, 0), null));
        assertThat(registry.find(object).fingerprint()).isEqualTo(new Fingerprint(0, 0, 0, 0));
        registry.put(object, Registry.State.claimed(1));
        assertThat(registry.find(object).fingerprint()).isNull();
    }
}
