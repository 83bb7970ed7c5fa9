package dev.espalier.contract.transfer;

import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Unique;
import dev.espalier.contract.samples.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Objects with everything that a transfer has to carry: inheritance, cycles, shared objects, records, and every kind of collection. */
@SuppressWarnings("unused") // the fields are read by reflection
class Warehouse {

    enum Shape {
        ROUND,
        SQUARE
    }

    record Money(BigDecimal amount, String currency) {}

    record Tag(String name, Shape shape, Item about, Money price) {}

    interface Stored {}

    abstract static class Item implements Stored {
        long id;

        @Unique
        String code;

        Shape shape;
        Money price;
        Item next;
    }

    static class Crate extends Item {
        List<Item> contents = new ArrayList<>();
        List<Tag> tags = new ArrayList<>();
        Map<String, Money> offers = new LinkedHashMap<>();
        Map<Tag, Item> tagged = new LinkedHashMap<>();

        @InverseOf("home")
        Set<Bottle> bottles = new LinkedHashSet<>();
    }

    static final class Bottle extends Item {
        double[] levels = {};
        String[] labels = {};
        SortedSet<LocalDate> days = new TreeSet<>();
        SortedMap<Long, Instant> times = new TreeMap<>();
        Set<Shape> shapes = new LinkedHashSet<>();
        Stored anything;
        Crate home;
    }

    /** Has no id field. */
    record Note(String text, List<Stored> about) implements Stored {}

    /** Never stored: a table without rows. */
    static class Ghost {
        long id;
        String name;
    }

    static final Class<?>[] CLASSES = {Crate.class, Bottle.class, Note.class, Ghost.class, Values.class};

    private Warehouse() {}

    /** A structure with cycles and shared objects. */
    static List<Object> objects() {
        Crate crate = new Crate();
        crate.code = "c";
        crate.shape = Shape.SQUARE;
        crate.price = new Money(new BigDecimal("1.50"), "EUR");
        Bottle bottle = new Bottle();
        bottle.code = "select * from crate; -- \\q\n\t\"'";
        bottle.price = new Money(null, null);
        bottle.levels = new double[] {-0.5, 1e300, Double.MIN_VALUE, 0.1};
        bottle.labels = new String[] {null, "", "\ud83d\ude00", null};
        bottle.days.add(LocalDate.of(9999, 12, 31));
        bottle.days.add(LocalDate.of(1, 1, 1));
        bottle.times.put(Long.MAX_VALUE, Instant.parse("2026-11-23T10:00:00.123456789Z"));
        bottle.times.put(Long.MIN_VALUE, null);
        bottle.shapes.add(Shape.ROUND);
        bottle.anything = crate;
        bottle.home = crate;
        crate.bottles.add(bottle);
        crate.next = bottle;
        bottle.next = crate;
        crate.contents.add(bottle);
        crate.contents.add(null);
        crate.contents.add(crate);
        crate.contents.add(bottle);
        crate.tags.add(new Tag("a", Shape.ROUND, bottle, new Money(new BigDecimal("-2.00"), "USD")));
        crate.tags.add(null);
        crate.tags.add(new Tag(null, null, null, null));
        crate.offers.put("x", null);
        crate.offers.put("", new Money(new BigDecimal("1E+3"), ""));
        crate.tagged.put(new Tag("k", null, crate, null), bottle);
        Note note = new Note("n", List.of(crate, bottle));
        Crate empty = new Crate();
        List<Object> all = new ArrayList<>(List.of(
                crate,
                empty,
                note,
                narrow(Values.least(), "-99999999999999999999.999999999999999999"),
                narrow(Values.greatest(), "0.000000000000000001"),
                Values.nothing()));
        all.addAll(Values.texts());
        return all;
    }

    /** Numbers that every engine can hold: DuckDB has 20 digits before the point and 18 behind it. */
    private static Values narrow(Values values, String decimal) {
        values.decimal = new BigDecimal(decimal);
        values.whole =
                BigInteger.TEN.pow(38).subtract(BigInteger.ONE).multiply(BigInteger.valueOf(values.decimal.signum()));
        return values;
    }
}
