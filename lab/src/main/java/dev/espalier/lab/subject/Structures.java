package dev.espalier.lab.subject;

import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.M2;
import dev.espalier.lab.workload.M3;
import dev.espalier.lab.workload.M4;
import dev.espalier.lab.workload.N3;
import dev.espalier.lab.workload.N4;
import dev.espalier.lab.workload.S4;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Loads complete M1 by hand-written SQL, level by level on one connection: 8 kinds of statement, links and members of a list joined, 1,000
 * ids in each. A shared object is one Java object.
 */
final class Structures {

    private final Connection connection;
    private final Road road;

    Structures(Connection connection, Road road) {
        this.connection = connection;
        this.road = road;
    }

    List<M1> load(long[] ids) throws SQLException {
        Map<Long, M1> m1s = new LinkedHashMap<>();
        Map<Long, M2> m2s = new HashMap<>();
        Map<Long, M3> m3s = new HashMap<>();
        Map<Long, M4> m4s = new HashMap<>();
        Map<Long, N3> n3s = new HashMap<>();
        Map<Long, N4> n4s = new HashMap<>();
        Map<Long, S4> s4s = new HashMap<>();
        Awaited<M2> m2ByN3 = new Awaited<>();
        Awaited<M3> m3ByS4 = new Awaited<>();
        Awaited<N3> n3ByM4 = new Awaited<>();

        rows("SELECT id, value FROM M1 WHERE ", "id", "", ids, row -> m1s.put(row.getLong(1), m1(row)));
        rows(
                "SELECT l.owner, t.id, t.value, t.n3_id FROM M1_m2 l JOIN M2 t ON t.id = l.target WHERE ",
                "l.owner",
                " ORDER BY l.owner, l.pos",
                keys(m1s.keySet()),
                row -> of(m1s, row.getLong(1)).m2.add(m2(row, m2s, m2ByN3)));
        rows(
                "SELECT l.owner, t.id, t.value, t.s4_id FROM M2_m3 l JOIN M3 t ON t.id = l.target WHERE ",
                "l.owner",
                " ORDER BY l.owner, l.pos",
                keys(m2s.keySet()),
                row -> of(m2s, row.getLong(1)).m3.add(m3(row, m3s, m3ByS4)));
        rows(
                "SELECT l.owner, t.id, t.value FROM M3_m4 l JOIN M4 t ON t.id = l.target WHERE ",
                "l.owner",
                " ORDER BY l.owner, l.pos",
                keys(m3s.keySet()),
                row -> of(m3s, row.getLong(1)).m4.add(m4(row, 2, m4s)));
        rows("SELECT id, value FROM S4 WHERE ", "id", "", m3ByS4.missingIn(s4s), row -> s4(row, s4s));
        rows("SELECT id, value, m4_id FROM N3 WHERE ", "id", "", m2ByN3.missingIn(n3s), row -> n3(row, n3s, n3ByM4));
        rows(
                "SELECT l.owner, t.id, t.value FROM N3_n4 l JOIN N4 t ON t.id = l.target WHERE ",
                "l.owner",
                " ORDER BY l.owner, l.pos",
                keys(n3s.keySet()),
                row -> of(n3s, row.getLong(1)).n4.add(n4(row, n4s)));
        rows("SELECT id, value FROM M4 WHERE ", "id", "", n3ByM4.missingIn(m4s), row -> m4(row, 1, m4s));

        m2ByN3.give(n3s, (m2, n3) -> m2.n3 = n3);
        m3ByS4.give(s4s, (m3, s4) -> m3.s4 = s4);
        n3ByM4.give(m4s, (n3, m4) -> n3.m4 = m4);
        List<M1> found = new ArrayList<>(ids.length);
        for (long id : ids) {
            found.add(m1s.get(id));
        }
        return found;
    }

    private static M1 m1(ResultSet row) throws SQLException {
        M1 m1 = new M1();
        m1.id = row.getLong(1);
        m1.value = row.getInt(2);
        return m1;
    }

    private static M2 m2(ResultSet row, Map<Long, M2> known, Awaited<M2> byN3) throws SQLException {
        M2 m2 = known.get(row.getLong(2));
        if (m2 == null) {
            m2 = new M2();
            m2.id = row.getLong(2);
            m2.value = row.getInt(3);
            byN3.add(m2, row.getLong(4));
            known.put(m2.id, m2);
        }
        return m2;
    }

    private static M3 m3(ResultSet row, Map<Long, M3> known, Awaited<M3> byS4) throws SQLException {
        M3 m3 = known.get(row.getLong(2));
        if (m3 == null) {
            m3 = new M3();
            m3.id = row.getLong(2);
            m3.value = row.getInt(3);
            byS4.add(m3, row.getLong(4));
            known.put(m3.id, m3);
        }
        return m3;
    }

    private static M4 m4(ResultSet row, int idColumn, Map<Long, M4> known) throws SQLException {
        M4 m4 = known.get(row.getLong(idColumn));
        if (m4 == null) {
            m4 = new M4();
            m4.id = row.getLong(idColumn);
            m4.value = row.getInt(idColumn + 1);
            known.put(m4.id, m4);
        }
        return m4;
    }

    private static N3 n3(ResultSet row, Map<Long, N3> known, Awaited<N3> byM4) throws SQLException {
        N3 n3 = new N3();
        n3.id = row.getLong(1);
        n3.value = row.getInt(2);
        byM4.add(n3, row.getLong(3));
        known.put(n3.id, n3);
        return n3;
    }

    private static N4 n4(ResultSet row, Map<Long, N4> known) throws SQLException {
        N4 n4 = known.get(row.getLong(2));
        if (n4 == null) {
            n4 = new N4();
            n4.id = row.getLong(2);
            n4.value = row.getInt(3);
            known.put(n4.id, n4);
        }
        return n4;
    }

    private static void s4(ResultSet row, Map<Long, S4> known) throws SQLException {
        S4 s4 = new S4();
        s4.id = row.getLong(1);
        s4.value = row.getInt(2);
        known.put(s4.id, s4);
    }

    /** The owner of a row was read before it. */
    private static <T> T of(Map<Long, T> read, long id) {
        return Objects.requireNonNull(read.get(id), () -> "object " + id);
    }

    private void rows(String select, String column, String order, long[] ids, RowReader reader) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int from = 0; from < ids.length; from += Road.IDS_PER_STATEMENT) {
                int to = Math.min(ids.length, from + Road.IDS_PER_STATEMENT);
                try (ResultSet row = statement.executeQuery(select + road.among(column, ids, from, to) + order)) {
                    while (row.next()) {
                        reader.read(row);
                    }
                }
            }
        }
    }

    /** Returns the ids in ascending order, the order of an engine's keys. */
    private static long[] keys(Collection<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    @FunctionalInterface
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** Objects that wait for the one they refer to. */
    private static final class Awaited<O> {

        private final List<O> owners = new ArrayList<>();
        private final List<Long> targets = new ArrayList<>();

        void add(O owner, long target) {
            owners.add(owner);
            targets.add(target);
        }

        long[] missingIn(Map<Long, ?> known) {
            return targets.stream()
                    .filter(target -> !known.containsKey(target))
                    .mapToLong(Long::longValue)
                    .sorted()
                    .distinct()
                    .toArray();
        }

        <T> void give(Map<Long, T> known, BiConsumer<O, T> set) {
            for (int index = 0; index < owners.size(); index++) {
                set.accept(owners.get(index), known.get(targets.get(index)));
            }
        }
    }
}
