package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

/** Three threads at once store graphs that share new objects: each object is stored once, each acknowledged one is there. */
final class SharedGraphs implements Family, AutoCloseable {

    enum Parallel {
        STORE,
        TRANSACT,
        TRANSACT_AND_READ
    }

    private static final int ATTEMPTS = 10;

    private final Database db;
    private final Database observer;
    private final Rows rows;
    private final List<Worker> workers = IntStream.range(0, Step.THREADS_OF_A_PROGRAM)
            .mapToObj(i -> new Worker("parallel-" + i))
            .toList();

    SharedGraphs(TestDatabase database) {
        db = database.open(Sheet.class);
        observer = database.open(Sheet.class);
        rows = new Rows(database, "sheet_tags", "sheet", "tag");
    }

    /** Three steps at a time, one of each thread. */
    @Override
    public List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 4 * Step.THREADS_OF_A_PROGRAM; i++) {
            Parallel how = Parallel.values()[random.nextInt(5) < 3 ? 0 : 1 + random.nextInt(2)];
            steps.add(new Step(i % Step.THREADS_OF_A_PROGRAM, how, random.nextInt(2), random.nextInt(8)));
        }
        return steps;
    }

    @Override
    public void run(List<Step> steps) {
        try {
            List<Sheet> acknowledged = new ArrayList<>();
            for (int from = 0; from < steps.size(); from += Step.THREADS_OF_A_PROGRAM) {
                acknowledged.addAll(together(
                        steps.subList(from, Math.min(steps.size(), from + Step.THREADS_OF_A_PROGRAM)), from));
            }
            compare(acknowledged);
        } finally {
            rows.clear();
        }
    }

    private List<Sheet> together(List<Step> steps, int round) {
        Sheet[] shared = {Sheet.named("shared " + round + " 0"), Sheet.named("shared " + round + " 1")};
        Sheet.Tag tag = Sheet.Tag.of("tag " + round);
        shared[0].tags.add(tag);
        List<Sheet> own = new ArrayList<>();
        CyclicBarrier barrier = new CyclicBarrier(steps.size());
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Sheet sheet = Sheet.named("own " + round + " " + i);
            sheet.shared = shared[step.what()];
            if (step.value() % 2 == 0) {
                sheet.tags.add(tag);
            }
            own.add(sheet);
            workers.get(i).submit(() -> {
                try {
                    barrier.await();
                    stored((Parallel) step.operation(), sheet, failures);
                } catch (Exception e) {
                    failures.add(e);
                }
            });
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!workers.get(i).await(60_000)) {
                throw new IllegalStateException("a store hangs");
            }
        }
        if (!failures.isEmpty()) {
            throw new Broken(
                    "P0 a shared graph cannot be stored", failures.get(0).toString());
        }
        return own;
    }

    /** Refused where another thread is storing the same object; then it is tried again. */
    private void stored(Parallel how, Sheet sheet, List<Throwable> failures) {
        for (int attempt = 1; ; attempt++) {
            try {
                switch (how) {
                    case STORE -> db.store(sheet);
                    case TRANSACT -> db.useTransaction(tx -> tx.store(sheet));
                    default ->
                        db.useTransaction(tx -> {
                            tx.store(sheet);
                            tx.query(Sheet.class, "name = 'nobody'").list();
                        });
                }
                return;
            } catch (EspalierException e) {
                if (attempt == ATTEMPTS) {
                    failures.add(e);
                    return;
                }
            }
        }
    }

    private void compare(List<Sheet> acknowledged) {
        Set<Sheet> sheets = new LinkedHashSet<>(acknowledged);
        acknowledged.forEach(sheet -> sheets.add(sheet.shared));
        Set<Sheet.Tag> tags = new LinkedHashSet<>();
        sheets.forEach(sheet -> tags.addAll(sheet.tags));
        Map<String, Integer> found = new LinkedHashMap<>();
        List<Sheet> stored = observer.query(Sheet.class, "").list();
        for (Sheet sheet : stored) {
            found.merge(sheet.name, 1, Integer::sum);
        }
        found.forEach((name, rows) -> {
            if (rows > 1) {
                throw new Broken("P4 a new object was stored several times", name + ": " + rows + " rows");
            }
        });
        for (Sheet sheet : stored) {
            Sheet expected = sheets.stream()
                    .filter(each -> each.name.equals(sheet.name))
                    .findFirst()
                    .orElseThrow();
            if (!text(expected).equals(text(sheet))) {
                throw new Broken(
                        "P1 a shared graph is not what was stored",
                        "found " + text(sheet) + ", expected " + text(expected));
            }
        }
        if (found.size() != sheets.size()) {
            throw new Broken(
                    "P1 an acknowledged object is not in the database",
                    "found " + found.size() + " of " + sheets.size());
        }
        long rowsOfTags = observer.query(Sheet.Tag.class, "").count();
        if (rowsOfTags != tags.size()) {
            throw new Broken(
                    "P4 a new object without an id field was stored several times",
                    rowsOfTags + " rows for " + tags.size());
        }
        if (!Health.of(observer).verify().isClean()) {
            throw new Broken("P7 verify", Health.of(observer).verify().toString());
        }
    }

    private static String text(Sheet sheet) {
        return sheet.name + " -> " + (sheet.shared == null ? "null" : sheet.shared.id + ":" + sheet.shared.name) + " "
                + sheet.tags.stream().map(tag -> tag.text).toList();
    }

    @Override
    public void close() {
        rows.close();
    }
}
