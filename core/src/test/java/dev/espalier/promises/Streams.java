package dev.espalier.promises;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Transactions that stream more roots than a chunk has, and read between the chunks. */
final class Streams implements Family {

    enum Streaming {
        /** Reads another object when the stream has given so many roots. */
        READ_AT,
        /** Changes and stores the root at that place. */
        CHANGE_AT,
        /** Reads the root at that place once more. */
        READ_AGAIN
    }

    private static final int OBJECTS = 1_040;

    private final Database db;
    private final Database observer;
    private final long[] ids;

    Streams(TestDatabase database) {
        db = database.open(Thing.class);
        observer = database.open(Thing.class);
        try (BulkWriter writer = db.bulkWriter()) {
            writer.storeAll(IntStream.range(0, OBJECTS)
                    .mapToObj(i -> Thing.named("thing"))
                    .toList());
        }
        ids = observer.query(Thing.class, "ORDER BY id").ids();
    }

    @Override
    public List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int place = random.nextBoolean() ? random.nextInt(OBJECTS) : 990 + random.nextInt(OBJECTS - 990);
            steps.add(new Step(
                    0, Streaming.values()[random.nextInt(Streaming.values().length)], place, random.nextInt(OBJECTS)));
        }
        return steps;
    }

    @Override
    public void run(List<Step> steps) {
        Map<Integer, Thing> read = new HashMap<>();
        try {
            db.useTransaction(tx -> {
                read.clear();
                stream(tx, steps, read);
                throw new Rollback();
            });
        } catch (Rollback expected) {
            read.forEach((place, thing) -> {
                if (!thing.name.equals("thing")) {
                    throw new Broken(
                            "P5 a streamed object is not what it was after a rollback",
                            "root " + (place + 1) + ": " + Fields.of(thing));
                }
                db.store(thing); // as it is: nothing is written
            });
        }
        long changed = observer.query(Thing.class, "name != 'thing'").count();
        if (changed > 0) {
            throw new Broken("P5 what was rolled back is in the database", changed + " objects");
        }
    }

    private void stream(Transaction tx, List<Step> steps, Map<Integer, Thing> read) {
        try (Stream<Thing> things = tx.query(Thing.class, "ORDER BY id").stream()) {
            Iterator<Thing> each = things.iterator();
            for (int place = 0; each.hasNext(); place++) {
                Thing thing = each.next();
                read.put(place, thing);
                for (Step step : steps) {
                    if (step.what() == place) {
                        perform(tx, step, thing, read);
                    }
                }
            }
        }
    }

    private void perform(Transaction tx, Step step, Thing thing, Map<Integer, Thing> read) {
        switch ((Streaming) step.operation()) {
            case READ_AT -> {
                Thing other = tx.get(Thing.class, ids[step.value()]);
                if (read.containsKey(step.value()) && read.get(step.value()) != other) {
                    throw new Broken(
                            "P5 two Java objects in one transaction",
                            "root " + (step.value() + 1) + " of the stream, and read by its id");
                }
            }
            case CHANGE_AT -> {
                thing.name = "changed";
                tx.store(thing);
            }
            default -> {
                if (tx.get(Thing.class, thing.id) != thing) {
                    throw new Broken(
                            "P5 two Java objects in one transaction",
                            "root " + (step.what() + 1) + " of the stream, and read by its id");
                }
            }
        }
    }
}
