package dev.espalier.internal.jdbc;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SqlRules;
import dev.espalier.testing.Proxied;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;

/** A session with no database behind it, which keeps what it is asked and finds one object, of which it knows nothing but its id: 1. For one thread. */
@NullUnmarked // tests give null on purpose
public final class Rehearsal {

    private static final Pattern OF_IDS = Pattern.compile(
            "(?:.*? )?SELECT (?:/\\*.*?\\*/ )?(?:DISTINCT )?\\w+\\.\\W(?:id|owner|target|\\w+_id)\\W(?:, \\w+\\.\\W(?:id|owner|target|\\w+_id)\\W)? FROM .*");

    private final List<Asked> asked = new ArrayList<>();
    private final Dialect dialect;

    /**
     * A query.
     *
     * @param text as the engine gets it
     * @param withValues the same with each value, as the driver is given it, behind its question mark: {@code ?{976}}
     */
    public record Asked(String text, String withValues) {}

    public Rehearsal(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A session of an engine that has nothing but the dialect. */
    public Session session() {
        return session(
                dialect,
                Proxied.of(
                        Connection.class,
                        call -> call.name().equals("prepareStatement")
                                ? prepared((String) call.arguments()[0])
                                : call.nothing()));
    }

    /** A session on a connection, of an engine that has nothing but the dialect. */
    static Session session(Dialect dialect, Connection connection) {
        Engine engine = new DialectOnly(dialect);
        Address address = new Address("jdbc:rehearsal", new Engines.OtherDriver(engine), engine, null);
        return new Session(Leased.plain(connection), address, new DriverErrors(address), null, lost -> {}, () -> {});
    }

    /** The queries, in order. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    private PreparedStatement prepared(String text) {
        Map<Integer, Object> values = new TreeMap<>();
        return Proxied.of(PreparedStatement.class, call -> {
            if (call.name().equals("executeQuery")) {
                asked.add(new Asked(text, withValues(text, values.values())));
                return rows(OF_IDS.matcher(text).matches() ? 1 : 0);
            }
            if (call.name().startsWith("set") && call.arguments().length == 2) {
                values.put((Integer) call.arguments()[0], call.arguments()[1]);
            }
            return call.nothing();
        });
    }

    private static ResultSet rows(int count) {
        int[] read = new int[1];
        return Proxied.of(ResultSet.class, call -> switch (call.name()) {
            case "next" -> read[0]++ < count;
            case "getLong" -> 1L;
            default -> call.nothing();
        });
    }

    private static String withValues(String text, Iterable<Object> values) {
        String filled = text;
        int from = 0;
        for (Object value : values) {
            int mark = filled.indexOf('?', from) + 1;
            String shown = "{" + (value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value) + "}";
            filled = filled.substring(0, mark) + shown + filled.substring(mark);
            from = mark + shown.length();
        }
        return filled;
    }

    private record DialectOnly(Dialect dialect) implements Engine {

        @Override
        public Sessions sessions() {
            return kind -> List.of();
        }

        @Override
        public SqlRules sqlRules() {
            return SqlRules.of(Set.of());
        }

        @Override
        public Failures failures() {
            return error -> ErrorCode.DATABASE_ERROR;
        }
    }
}
