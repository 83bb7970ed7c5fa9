package dev.espalier.promises;

import static dev.espalier.promises.Operation.BEGIN;
import static dev.espalier.promises.Operation.COMMIT;
import static dev.espalier.promises.Operation.COPY;
import static dev.espalier.promises.Operation.CREATE;
import static dev.espalier.promises.Operation.DELETE;
import static dev.espalier.promises.Operation.GET;
import static dev.espalier.promises.Operation.LINK;
import static dev.espalier.promises.Operation.OVERWRITE;
import static dev.espalier.promises.Operation.REFER;
import static dev.espalier.promises.Operation.REFRESH;
import static dev.espalier.promises.Operation.REMEMBER;
import static dev.espalier.promises.Operation.SET;
import static dev.espalier.promises.Operation.SHARE;
import static dev.espalier.promises.Operation.STORE;
import static dev.espalier.promises.Operation.THROW;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Draws schedules of single steps: each thread goes through phrases of its own, and the threads' phrases are mixed. */
final class Generator {

    /** The slot that was filled last. */
    private static final int NEWEST = -1;

    /** What programs usually do, besides single operations. */
    private static final List<List<Operation>> PHRASES = List.of(
            List.of(GET, SET, STORE),
            List.of(GET, SET, STORE),
            List.of(SET, STORE),
            List.of(REFRESH, SET, STORE),
            List.of(CREATE, LINK, STORE),
            List.of(BEGIN, SET, STORE, COMMIT),
            List.of(BEGIN, GET, SET, STORE, COMMIT),
            List.of(BEGIN, GET, SET, STORE, THROW),
            List.of(BEGIN, SET, STORE, THROW),
            List.of(BEGIN, REMEMBER, SET, STORE, COMMIT),
            List.of(BEGIN, GET, GET, SET, STORE, GET, SET, STORE, COMMIT),
            List.of(GET, BEGIN, SET, GET, STORE, COMMIT),
            List.of(BEGIN, CREATE, STORE, THROW, STORE),
            List.of(GET, DELETE),
            List.of(BEGIN, GET, DELETE, COMMIT),
            List.of(COPY, SET, STORE),
            List.of(CREATE, COPY, LINK, STORE),
            List.of(SHARE, STORE, SET, STORE),
            List.of(REFER, STORE),
            List.of(COPY, SET, OVERWRITE));

    private final Random random;

    Generator(Random random) {
        this.random = random;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        int[] active = random.ints(0, Step.THREADS)
                .distinct()
                .limit(2 + random.nextInt(3))
                .toArray();
        List<Deque<Step>> phrases = new ArrayList<>();
        for (int i = 0; i < active.length; i++) {
            phrases.add(new ArrayDeque<>());
        }
        int rows = 1 + random.nextInt(3);
        for (int i = 0; i < rows; i++) {
            steps.add(new Step(active[0], CREATE, 0, 0));
            steps.add(new Step(active[0], STORE, NEWEST, 0));
        }
        for (int thread : active) {
            steps.add(new Step(thread, GET, random.nextInt(rows), 0));
        }
        int length = 15 + random.nextInt(30);
        while (steps.size() < length) {
            int at = random.nextInt(active.length);
            if (phrases.get(at).isEmpty()) {
                draw(active[at], rows, phrases.get(at));
            }
            for (int burst = 1 + random.nextInt(3);
                    burst > 0 && !phrases.get(at).isEmpty();
                    burst--) {
                steps.add(phrases.get(at).poll());
            }
        }
        return steps;
    }

    private void draw(int thread, int rows, Deque<Step> phrase) {
        boolean isSingle = random.nextInt(3) == 0;
        for (Operation operation : isSingle ? List.of(single()) : PHRASES.get(random.nextInt(PHRASES.size()))) {
            int what = operation == GET
                    ? random.nextInt(random.nextBoolean() ? rows : 8)
                    : isSingle || random.nextInt(4) == 0 ? random.nextInt(8) : NEWEST;
            phrase.add(new Step(thread, operation, what, random.nextInt(240)));
        }
    }

    private Operation single() {
        int weights = 0;
        for (Operation operation : Operation.values()) {
            weights += operation.weight;
        }
        int drawn = random.nextInt(weights);
        for (Operation operation : Operation.values()) {
            drawn -= operation.weight;
            if (drawn < 0) {
                return operation;
            }
        }
        throw new IllegalStateException();
    }
}
