package dev.espalier.promises;

import java.util.ArrayList;
import java.util.List;

/** Makes a schedule shorter as long as it breaks the same promise alike: Zeller's delta debugging on the list of steps. */
final class Shrinker {

    private static final int SECONDS = 15;

    private final Family family;
    private final String kind;
    private final long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    private int attempts;
    private Broken last;

    Shrinker(Family family, Broken broken, int attempts) {
        this.family = family;
        this.kind = broken.kind();
        this.last = broken;
        this.attempts = attempts;
    }

    List<Step> shrunk(List<Step> failing) {
        List<Step> smallest = failing;
        for (int size = (failing.size() + 1) / 2; size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
            for (int from = 0; from < smallest.size(); ) {
                List<Step> fewer = new ArrayList<>(smallest);
                fewer.subList(from, Math.min(fewer.size(), from + size)).clear();
                if (fails(fewer)) {
                    smallest = fewer;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }

    /** What the shortest schedule that was found breaks. */
    Broken last() {
        return last;
    }

    private boolean fails(List<Step> steps) {
        if (attempts-- <= 0 || System.nanoTime() > end) {
            return false;
        }
        try {
            family.run(steps);
            return false;
        } catch (Broken broken) {
            if (broken.kind().equals(kind)) {
                last = broken;
                return true;
            }
            return false;
        } catch (RuntimeException noSchedule) {
            return false;
        }
    }
}
