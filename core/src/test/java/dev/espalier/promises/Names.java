package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Classes of the same simple name join a database one after another: none of them loses its objects. */
final class Names implements Family {

    enum Opening {
        /** With the first class. */
        FIRST,
        /** With the other class of the same simple name. */
        SECOND,
        BOTH,
        /** With the first class and one that refers to it. */
        WITH_OWNER
    }

    static final class First {
        static final class Pet {
            long id;
            String name = "first";
        }

        private First() {}
    }

    static final class Second {
        static final class Pet {
            long id;
            String name = "second";
            int legs = 4;
        }

        private Second() {}
    }

    static final class Owner {
        long id;
        First.Pet pet;
    }

    private final TestDatabase database;

    Names(TestDatabase database) {
        this.database = database;
    }

    @Override
    public List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            steps.add(new Step(
                    i % 2 * 3, Opening.values()[random.nextInt(Opening.values().length)], 1 + random.nextInt(3), 0));
        }
        return steps;
    }

    @Override
    public void run(List<Step> steps) {
        try {
            int first = 0;
            int second = 0;
            for (Step step : steps) {
                Opening opening = (Opening) step.operation();
                Database db;
                try {
                    db = database.open(model(opening), database.settings());
                } catch (EspalierException refused) {
                    continue; // nothing was changed
                }
                if (opening != Opening.SECOND) {
                    check(db, First.Pet.class, first);
                    for (int i = 0; i < step.what(); i++, first++) {
                        db.store(new First.Pet());
                    }
                    check(db, First.Pet.class, first);
                }
                if (opening == Opening.SECOND || opening == Opening.BOTH) {
                    check(db, Second.Pet.class, second);
                    for (int i = 0; i < step.what(); i++, second++) {
                        db.store(new Second.Pet());
                    }
                    check(db, Second.Pet.class, second);
                }
                if (!Health.of(db).verify().isClean()) {
                    throw new Broken("P7 verify", Health.of(db).verify().toString());
                }
                db.close();
            }
        } finally {
            database.clear();
        }
    }

    private static Model model(Opening opening) {
        return switch (opening) {
            case FIRST -> Model.of(First.Pet.class);
            case SECOND -> Model.of(Second.Pet.class);
            case BOTH -> Model.of(First.Pet.class, Second.Pet.class);
            case WITH_OWNER -> Model.of(Owner.class);
        };
    }

    private static void check(Database db, Class<?> type, int expected) {
        long found = db.query(type, "").count();
        if (found != expected) {
            throw new Broken(
                    "P8 a class has not the objects that were stored",
                    type.getName() + ": found " + found + ", expected " + expected);
        }
    }
}
