package dev.espalier.lab.everyday;

import dev.espalier.Database;
import dev.espalier.Members;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.InverseOf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Pages of large collections at the front, in the middle and at the end, beside the statements that a careful programmer sends for them, and beside loading all.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.MemberPageMeasurement URL USER PASSWORD [members] [rounds]
 * </pre>
 */
public final class MemberPageMeasurement {

    private static final int PAGE = 50;
    /** The time until the JIT compiler has compiled the code. */
    private static final long WARM_UP_NANOS = 6_000_000_000L;

    private final Database db;
    private final Connection connection;
    private final int members;
    private final int rounds;

    /** A member. */
    public static class Item {
        long id;
        int number;
        String name = "";
    }

    /** A member that refers to its owner. */
    public static class Piece {
        long id;
        int number;
        String name = "";

        @Nullable
        Box box;
    }

    /** Has an inverse collection. */
    public static class Box {
        long id;

        @InverseOf("box")
        List<Piece> pieces = new ArrayList<>();
    }

    /** Has stored collections. */
    public static class Holder {
        long id;
        List<Integer> numbers = new ArrayList<>();
        List<Item> items = new ArrayList<>();
        Set<String> words = new HashSet<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
    }

    /** Reads something once. */
    private interface Read {
        int size() throws SQLException;
    }

    private MemberPageMeasurement(Database db, Connection connection, int members, int rounds) {
        this.db = db;
        this.connection = connection;
        this.members = members;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws SQLException {
        int members = args.length > 3 ? Integer.parseInt(args[3]) : 200_000;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 500;
        Settings settings = Settings.defaults().maxObjects(1_000_000);
        boolean hasUser = !args[1].isEmpty();
        try (Database db = Database.open(
                        args[0],
                        Model.of(Holder.class, Box.class),
                        hasUser ? settings.user(args[1]).password(args[2]) : settings);
                Connection connection = hasUser
                        ? DriverManager.getConnection(args[0], args[1], args[2])
                        : DriverManager.getConnection(args[0])) {
            new MemberPageMeasurement(db, connection, members, rounds).run();
        }
    }

    private void run() throws SQLException {
        Holder holder = new Holder();
        Box box = new Box();
        fill(holder, box);
        db.storeAll(List.of(holder, box));
        long id = holder.id;
        System.out.printf("%-8s %-10s %-8s %12s%n", "by", "field", "page", "median us");
        Members<Integer> numbers = db.members(Holder.class, id, "numbers", Integer.class);
        Members<Item> items = db.members(Holder.class, id, "items", Item.class);
        Members<Piece> pieces = db.members(Box.class, box.id, "pieces", Piece.class);
        Members<String> words = db.members(Holder.class, id, "words", String.class);
        Members<Map.Entry<String, Integer>> counts =
                db.entries(Holder.class, id, "counts", String.class, Integer.class);
        String[] names = {"front", "middle", "end"};
        int[] starts = {0, members / 2, members - PAGE};
        String byPosition = " WHERE l.owner = ? AND l.pos BETWEEN ? AND ? ORDER BY l.pos";
        String ofItem = "t.id, t._version, t.number, t.name FROM ";
        for (int i = 0; i < names.length; i++) {
            int from = starts[i];
            ours("numbers", names[i], () -> numbers.list(from, PAGE).size());
            byHand("numbers", names[i], "SELECT l.value FROM holder_numbers l" + byPosition, id, from, from + PAGE - 1);
            ours("items", names[i], () -> items.list(from, PAGE).size());
            byHand(
                    "items",
                    names[i],
                    "SELECT " + ofItem + "holder_items l JOIN item t ON t.id = l.target" + byPosition,
                    id,
                    from,
                    from + PAGE - 1);
            ours("inverse", names[i], () -> pieces.list(from, PAGE).size());
            byHand(
                    "inverse",
                    names[i],
                    "SELECT t.box_id, " + ofItem + "piece t WHERE t.box_id = ? ORDER BY t.id LIMIT ? OFFSET ?",
                    box.id,
                    PAGE,
                    from);
            ours("words", names[i], () -> words.list(from, PAGE).size());
            ours("counts", names[i], () -> counts.list(from, PAGE).size());
        }
        ours("items", "count", () -> (int) items.count());
        ours("inverse", "count", () -> (int) pieces.count());
        for (int i = 0; i < 3; i++) {
            once("all", () -> db.get(Holder.class, id).items.size());
            once("pieces", () -> db.get(Box.class, box.id).pieces.size());
        }
    }

    private void fill(Holder holder, Box box) {
        IntStream.range(0, members).forEach(i -> {
            Item item = new Item();
            item.number = i;
            item.name = "item " + i;
            holder.items.add(item);
            Piece piece = new Piece();
            piece.number = i;
            piece.name = "piece " + i;
            piece.box = box;
            box.pieces.add(piece);
            holder.numbers.add(i);
            holder.words.add("word " + i);
            holder.counts.put("key " + i, i);
        });
    }

    private void ours(String field, String page, Read read) throws SQLException {
        print("ours", field, page, read);
    }

    private void byHand(String field, String page, String sql, Object... values) throws SQLException {
        print("by hand", field, page, () -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                return read(statement);
            }
        });
    }

    private static int read(PreparedStatement statement) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = result.getObject(i + 1);
                }
                rows.add(row);
            }
        }
        return rows.size();
    }

    private void print(String by, String field, String page, Read read) throws SQLException {
        long end = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < end) {
            read.size();
        }
        long[] times = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            read.size();
            times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        System.out.printf(Locale.ROOT, "%-8s %-10s %-8s %12.1f%n", by, field, page, times[rounds / 2] / 1e3);
    }

    private static void once(String field, Read read) throws SQLException {
        long start = System.nanoTime();
        int size = read.size();
        System.out.printf(
                Locale.ROOT,
                "%-8s %-10s %-8s %12.1f%n",
                "ours",
                field,
                "all " + size,
                (System.nanoTime() - start) / 1e3);
    }
}
