package dev.espalier.internal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.testing.Proxied;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;

/**
 * A session that keeps the text of each statement. The first one runs on a SQLite database and keeps the rows of each query; a session of another
 * dialect answers its queries with these rows, in order, and needs no database. For one thread.
 */
@NullUnmarked // tests give null on purpose
public final class Replay {

    private static final String LOCKED = "SELECT count(*) FROM (";

    private final Dialect dialect;
    private final Connection real;
    private final List<List<Object[]>> recorded;
    private final Deque<List<Object[]>> answers;
    private final List<String> statements = new ArrayList<>();

    private Replay(Dialect dialect, Connection real, List<List<Object[]>> recorded) {
        this.dialect = dialect;
        this.real = real;
        this.recorded = recorded;
        this.answers = new ArrayDeque<>(recorded);
    }

    /** Runs the statements on a connection of SQLite. */
    public static Replay on(Connection sqlite, Dialect dialect) {
        return new Replay(dialect, sqlite, new ArrayList<>());
    }

    /** Answers the queries of another dialect with the rows that were found here. */
    public Replay as(Dialect other) {
        return new Replay(other, null, List.copyOf(recorded));
    }

    /** A session whose statements are kept. */
    public Session session() {
        Connection connection = Proxied.of(Connection.class, call -> switch (call.name()) {
            case "prepareStatement" ->
                prepared(
                        (String) call.arguments()[0],
                        real == null ? null : real.prepareStatement((String) call.arguments()[0]));
            case "createStatement" -> plain(real == null ? null : real.createStatement());
            default -> pass(real, call);
        });
        return Rehearsal.session(dialect, connection);
    }

    /** The texts of all statements, in order; then the list begins anew. */
    public List<String> takeStatements() {
        List<String> taken = List.copyOf(statements);
        statements.clear();
        return taken;
    }

    private Statement plain(Statement statement) {
        return Proxied.of(Statement.class, call -> {
            if (call.name().equals("execute")) {
                statements.add((String) call.arguments()[0]);
            }
            return pass(statement, call);
        });
    }

    private PreparedStatement prepared(String text, PreparedStatement prepared) {
        int[] batched = new int[1];
        return Proxied.of(PreparedStatement.class, call -> {
            switch (call.name()) {
                case "executeQuery" -> {
                    statements.add(text);
                    return rows(answer(text, prepared));
                }
                case "executeUpdate" -> {
                    statements.add(text);
                    return prepared == null ? 1 : prepared.executeUpdate();
                }
                case "getConnection" -> {
                    return Proxied.of(Connection.class, Proxied.Call::nothing);
                }
                case "addBatch" -> batched[0]++;
                case "executeBatch" -> {
                    int[] ones = new int[batched[0]];
                    Arrays.fill(ones, 1);
                    statements.addAll(java.util.Collections.nCopies(batched[0], text));
                    batched[0] = 0;
                    return prepared == null ? ones : prepared.executeBatch();
                }
                default -> {}
            }
            return pass(prepared, call);
        });
    }

    private List<Object[]> answer(String text, PreparedStatement prepared) throws SQLException {
        if (prepared == null) {
            List<Object[]> rows = new ArrayList<>();
            boolean counts = text.startsWith(LOCKED);
            for (int i = 0; i < queriesOf(text); i++) {
                if (answers.isEmpty()) {
                    throw new AssertionError(dialect + " asks more than SQLite: " + text);
                }
                List<Object[]> answer = answers.poll();
                rows.addAll(counts ? List.<Object[]>of(new Object[] {(long) answer.size()}) : answer);
            }
            return rows;
        }
        List<Object[]> rows = new ArrayList<>();
        try (ResultSet result = prepared.executeQuery()) {
            while (result.next()) {
                Object[] row = new Object[result.getMetaData().getColumnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = result.getObject(i + 1);
                }
                rows.add(row);
            }
        }
        recorded.add(rows);
        return rows;
    }

    /** The number of SQLite's queries that the text asks: PostgreSQL locks the rows of all tables by one statement, and counts them. */
    private static int queriesOf(String text) {
        return text.startsWith(LOCKED) ? text.split(Pattern.quote(LOCKED), -1).length - 1 : 1;
    }

    private static ResultSet rows(List<Object[]> rows) {
        int[] at = {-1};
        boolean[] wasNull = new boolean[1];
        return Proxied.of(ResultSet.class, call -> switch (call.name()) {
            case "next" -> ++at[0] < rows.size();
            case "wasNull" -> wasNull[0];
            case "close" -> null;
            default -> {
                Object value = rows.get(at[0])[(Integer) call.arguments()[0] - 1];
                wasNull[0] = value == null;
                yield value == null
                        ? call.nothing()
                        : converted(
                                value,
                                call.arguments().length > 1
                                        ? (Class<?>) call.arguments()[1]
                                        : call.method().getReturnType());
            }
        });
    }

    private static Object converted(Object value, Class<?> type) {
        return type == long.class
                ? (Object) ((Number) value).longValue()
                : type == int.class
                        ? (Object) ((Number) value).intValue()
                        : type == double.class
                                ? (Object) ((Number) value).doubleValue()
                                : type == boolean.class
                                        ? (Object) (((Number) value).intValue() != 0)
                                        : type == byte[].class && !(value instanceof byte[])
                                                ? value.toString().getBytes(UTF_8)
                                                : type == String.class
                                                        ? value.toString()
                                                        : type == BigDecimal.class
                                                                ? new BigDecimal(value.toString())
                                                                : type == LocalDate.class
                                                                        ? LocalDate.parse(value.toString())
                                                                        : value;
    }

    private static Object pass(Object real, Proxied.Call call) throws Throwable {
        return real == null ? call.nothing() : call.on(real);
    }
}
