package dev.espalier.lab.everyday;

import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.workload.RandomStream;

/** One thread that does operations, with arguments drawn from the data: two callers with the same number draw the same. */
final class Caller {

    private static final int GRAPHS = 20;
    private static final int INSERTS = 100;

    private final Operations operations;
    private final ClinicKeys keys;
    private final RandomStream random;
    private final String mark;

    /**
     * @param mark names that it gives begin with it. Two subjects that give one pet the same name would do different work: an object that has its name already is not
     *     written
     */
    Caller(Operations operations, ClinicKeys keys, long seed, int number, String mark) {
        this.mark = mark;
        this.operations = operations;
        this.keys = keys;
        this.random = new RandomStream(seed, number);
    }

    /** Does an operation with other arguments each time. */
    long call(EverydayOperation operation) {
        return switch (operation) {
            case FLAT -> operations.flat(pet());
            case WHOLE -> operations.whole(ClinicKeys.one(keys.owners(), random));
            case RANGE_10 -> range(10);
            case RANGE_100 -> range(100);
            case RANGE_1000 -> range(1_000);
            case FLAT_RANGE -> {
                long[] range = ClinicKeys.range(keys.pets(), 100, random);
                yield operations.flatRange(range[0], range[1]);
            }
            case PAGE -> operations.page();
            case PARENTS -> {
                long[] range = ClinicKeys.range(keys.owners(), 50, random);
                yield operations.parents(range[0], range[1]);
            }
            case FILTERS -> filters();
            case INSERT -> {
                long[] pets = new long[INSERTS];
                for (int i = 0; i < pets.length; i++) {
                    pets[i] = pet();
                }
                yield operations.insert(pets);
            }
            case CHANGE -> operations.change(pet(), mark + random.nextLong());
            case INSERT_CHANGE -> operations.insertAndChange(pet());
            case GRAPHS -> operations.graphs(GRAPHS, keys.city(), keys.type());
        };
    }

    private long pet() {
        return ClinicKeys.one(keys.pets(), random);
    }

    private long range(int count) {
        long[] range = ClinicKeys.range(keys.pets(), count, random);
        return operations.range(range[0], range[1]);
    }

    /** A family name alone, with a given name, with an id too: each a third. */
    private long filters() {
        int shape = random.between(0, 2);
        String lastName = "last" + random.between(0, ClinicData.lastNames(keys.owners().length) - 1);
        return operations.filtered(
                lastName,
                shape == 0 ? null : "first" + random.between(0, 9),
                shape < 2 ? 0 : ClinicKeys.one(keys.owners(), random));
    }
}
