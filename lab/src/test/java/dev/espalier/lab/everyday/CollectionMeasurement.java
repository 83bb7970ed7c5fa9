package dev.espalier.lab.everyday;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Changes of one member of large collections, each stored at once, beside the statements that a careful programmer sends for them.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.CollectionMeasurement URL USER PASSWORD [members] [rounds] [fields]
 * </pre>
 */
public final class CollectionMeasurement {

    private final int members;
    private final int rounds;
    private final String fields;
    private final Database db;
    private final Connection connection;

    /** An embedded record. */
    public record Point(int x, String y) {}

    /** A member. */
    public static class Item {
        long id;
        int number;
    }

    /** Has a list of values. */
    public static class Numbers {
        long id;
        List<Integer> list = new ArrayList<>();
    }

    /** Has a list of references. */
    public static class Items {
        long id;
        List<Item> list = new ArrayList<>();
    }

    /** Has a list of records. */
    public static class Points {
        long id;
        List<Point> list = new ArrayList<>();
    }

    /** Has a set of values. */
    public static class Words {
        long id;
        Set<String> set = new LinkedHashSet<>();
    }

    /** Has a map of values. */
    public static class Counts {
        long id;
        Map<String, Integer> map = new LinkedHashMap<>();
    }

    private CollectionMeasurement(Database db, Connection connection, int members, int rounds, String fields) {
        this.db = db;
        this.connection = connection;
        this.members = members;
        this.rounds = rounds;
        this.fields = fields;
    }

    public static void main(String[] args) throws SQLException {
        int members = args.length > 3 ? Integer.parseInt(args[3]) : 200_000;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 5;
        String fields = args.length > 5 ? args[5] : "numbers,points,items,set,map,hand";
        Model model = Model.of(Numbers.class, Items.class, Points.class, Words.class, Counts.class);
        try (Database db = Database.open(
                        args[0],
                        model,
                        args[1].isEmpty()
                                ? Settings.defaults()
                                : Settings.defaults().user(args[1]).password(args[2]));
                Connection connection = args[1].isEmpty()
                        ? DriverManager.getConnection(args[0])
                        : DriverManager.getConnection(args[0], args[1], args[2])) {
            System.out.printf("%-8s %-16s %10s %10s%n", "field", "change", "first ms", "median ms");
            new CollectionMeasurement(db, connection, members, rounds, fields).run();
        }
    }

    private void run() throws SQLException {
        Numbers numbers = new Numbers();
        numbers.list.addAll(IntStream.range(0, members).boxed().toList());
        db.store(numbers);
        if (fields.contains("numbers")) {
            ofList(Numbers.class, "numbers", numbers, numbers.list.get(0), -1);
        }
        if (fields.contains("points")) {
            Points points = new Points();
            IntStream.range(0, members).forEach(i -> points.list.add(new Point(i, "p" + i)));
            ofList(Points.class, "points", points, new Point(-1, ""), new Point(-2, ""));
        }
        if (fields.contains("items")) {
            Items items = new Items();
            IntStream.range(0, members).forEach(i -> items.list.add(new Item()));
            ofList(Items.class, "items", items, items.list.get(0), items.list.get(1));
        }
        if (fields.contains("set")) {
            Words words = new Words();
            IntStream.range(0, members).forEach(i -> words.set.add("w" + i));
            db.store(words);
            of(Words.class, words.id, "set append", one -> one.set.add("n" + one.set.size()));
            of(Words.class, words.id, "set remove last", one -> one.set.remove("n" + (one.set.size() - 1)));
            of(
                    Words.class,
                    words.id,
                    "set remove",
                    one -> one.set.remove("w" + (members / 2 + one.set.size() - members)));
        }
        if (fields.contains("map")) {
            Counts counts = new Counts();
            IntStream.range(0, members).forEach(i -> counts.map.put("w" + i, i));
            db.store(counts);
            of(Counts.class, counts.id, "map append", one -> one.map.put("n" + one.map.size(), 1));
            of(Counts.class, counts.id, "map replace", one -> one.map.merge("w" + members / 2, 1, Integer::sum));
            of(Counts.class, counts.id, "map remove last", one -> one.map.remove("n" + (one.map.size() - 1)));
        }
        if (fields.contains("hand")) {
            byHand(numbers.id);
        }
    }

    private <T> void ofList(Class<T> type, String field, T owner, Object one, Object other) {
        db.store(owner);
        long id = id(owner);
        of(type, id, field + " append", loaded -> list(loaded).add(one));
        of(
                type,
                id,
                field + " replace",
                loaded -> list(loaded)
                        .set(members / 2, list(loaded).get(members / 2).equals(one) ? other : one));
        of(type, id, field + " front", loaded -> list(loaded).add(0, other));
        of(type, id, field + " remove", loaded -> list(loaded).remove(members / 2));
    }

    private static long id(Object owner) {
        return owner instanceof Numbers numbers
                ? numbers.id
                : owner instanceof Points points ? points.id : ((Items) owner).id;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object owner) {
        return (List<Object>)
                (owner instanceof Numbers numbers
                        ? numbers.list
                        : owner instanceof Points points ? points.list : ((Items) owner).list);
    }

    private <T> void of(Class<T> type, long id, String what, Consumer<T> change) {
        T loaded = db.get(type, id);
        boolean isSlow = what.endsWith("front") || what.endsWith("remove");
        long[] times = new long[isSlow ? rounds : 10 * rounds];
        for (int i = 0; i < times.length; i++) {
            change.accept(loaded);
            long start = System.nanoTime();
            db.store(loaded);
            times[i] = System.nanoTime() - start;
        }
        print("ours", what, times);
    }

    private static void print(String by, String what, long[] times) {
        double first = times[0] / 1e6;
        Arrays.sort(times);
        System.out.printf(Locale.ROOT, "%-8s %-16s %10.1f %10.1f%n", by, what, first, times[times.length / 2] / 1e6);
    }

    /** Rows of one list of numbers; positions are shifted by way of negative ones, because no engine but MySQL lets an UPDATE say in which order it goes. */
    private void byHand(long owner) throws SQLException {
        connection.setAutoCommit(false);
        String version = "UPDATE numbers SET _version = _version + 1 WHERE id = ?";
        jdbc(
                "append",
                owner,
                version,
                "INSERT INTO numbers_list (owner, pos, value) SELECT ?, MAX(pos) + 1, 7 FROM numbers_list WHERE owner = "
                        + owner);
        jdbc(
                "replace",
                owner,
                version,
                "UPDATE numbers_list SET value = value + 1 WHERE owner = ? AND pos = " + members / 2);
        jdbc(
                "front",
                owner,
                version,
                "UPDATE numbers_list SET pos = -2 - pos WHERE owner = ?",
                "UPDATE numbers_list SET pos = -1 - pos WHERE owner = ? AND pos < 0",
                "INSERT INTO numbers_list (owner, pos, value) VALUES (?, 0, 7)");
    }

    private void jdbc(String what, long owner, String... statements) throws SQLException {
        long[] times = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            for (String text : statements) {
                try (PreparedStatement statement = connection.prepareStatement(text)) {
                    statement.setLong(1, owner);
                    statement.executeUpdate();
                }
            }
            connection.commit();
            times[i] = System.nanoTime() - start;
        }
        print("by hand", "numbers " + what, times);
    }
}
