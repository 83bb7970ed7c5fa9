package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Schedules whose steps are single operations, of which one goes on at a time. */
final class Interleaving implements Family, AutoCloseable {

    private final List<Service> services = new ArrayList<>();
    private final List<Worker> workers = IntStream.range(0, Step.THREADS)
            .mapToObj(i -> new Worker("p" + i / 3 + ".t" + i))
            .toList();
    private final Database observer;
    private final Rows rows;

    Interleaving(TestDatabase database) {
        observer = database.open(Thing.class);
        for (int i = 0; i < 2; i++) {
            services.add(new Service(database.open(Thing.class)));
        }
        rows = new Rows(database, "thing_members", "thing");
    }

    @Override
    public List<Step> steps(Random random) {
        return new Generator(random).steps();
    }

    @Override
    public void run(List<Step> steps) {
        try {
            new Play(workers, services, observer).run(steps);
        } finally {
            services.forEach(Service::clear);
            rows.clear();
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
