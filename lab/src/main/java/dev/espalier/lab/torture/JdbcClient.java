package dev.espalier.lab.torture;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.torture.JdbcConnections.Link;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The same operations as hand-written statements, on tables with the same columns and indexes. Rows that a decision depends on are locked
 * first, in the order of their ids. Known values are not read, unchanged ones are not written. Its numbers are ids, so it needs no
 * generator.
 */
final class JdbcClient implements Client {

    private static final List<String> TABLES = List.of(
            "CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, changes BIGINT NOT NULL)",
            "CREATE TABLE entry (id BIGINT PRIMARY KEY, giver BIGINT NOT NULL, taker BIGINT NOT NULL, amount BIGINT NOT NULL)",
            "CREATE INDEX entry_giver ON entry (giver)",
            "CREATE INDEX entry_taker ON entry (taker)",
            "CREATE TABLE log (id BIGINT PRIMARY KEY, dropped BIGINT NOT NULL)",
            "CREATE TABLE log_numbers (owner BIGINT NOT NULL, pos BIGINT NOT NULL, value BIGINT NOT NULL, PRIMARY KEY (owner, pos))",
            "CREATE TABLE board (id BIGINT PRIMARY KEY)",
            "CREATE TABLE board_notes (owner BIGINT NOT NULL, pos BIGINT NOT NULL, target BIGINT NOT NULL, PRIMARY KEY (owner, pos))",
            "CREATE INDEX board_notes_target ON board_notes (target)",
            "CREATE TABLE note (id BIGINT PRIMARY KEY)",
            "CREATE TABLE pin (id BIGINT PRIMARY KEY, note BIGINT)",
            "CREATE INDEX pin_note ON pin (note)");

    private static final String GIVE = "UPDATE account SET balance = balance + ?, changes = changes + 1 WHERE id = ?";
    private static final String ADD_ENTRY = "INSERT INTO entry (id, giver, taker, amount) VALUES (?, ?, ?, ?)";
    private static final String PUT_NUMBER = "INSERT INTO log_numbers (owner, pos, value) VALUES (?, ?, ?)";
    private static final String PUT_LINK = "INSERT INTO board_notes (owner, pos, target) VALUES (?, ?, ?)";
    private static final String SET_LINK = "UPDATE board_notes SET target = ? WHERE owner = ? AND pos = ?";

    private final JdbcConnections connections;
    /** The clause that locks the rows of a SELECT; empty on SQLite, which has one writer. */
    private final String lock;

    private final @Nullable String begin;
    /** The action of a careless client between reading and writing, else null. */
    private final @Nullable Runnable afterReading;

    JdbcClient(TargetDatabase database) {
        this(database, null);
    }

    private JdbcClient(TargetDatabase database, @Nullable Runnable afterReading) {
        boolean embedded = database.target().engine() == Engine.SQLITE;
        this.connections = new JdbcConnections(database);
        this.afterReading = afterReading;
        this.lock = afterReading == null && !embedded ? " FOR UPDATE" : "";
        // SQLite: an update of no row takes the right to write before anything is read
        this.begin = afterReading == null && embedded ? "UPDATE account SET changes = changes WHERE id < 0" : null;
    }

    /**
     * Returns a client that locks nothing and writes what it has computed from what it has read, so that it loses updates: the checks are tested
     * with it.
     *
     * @param afterReading what a transfer does between reading and writing
     */
    static JdbcClient careless(TargetDatabase database, Runnable afterReading) {
        return new JdbcClient(database, afterReading);
    }

    @Override
    public void prepare(Population population) {
        write(link -> {
            for (String table : TABLES) {
                link.update(table);
            }
            return true;
        });
        write(link -> {
            for (int id = 0; id < population.accounts(); id++) {
                link.update("INSERT INTO account (id, balance, changes) VALUES (?, ?, 0)", id, Population.BALANCE);
            }
            for (int id = 0; id < population.logs(); id++) {
                link.update("INSERT INTO log (id, dropped) VALUES (?, 0)", id);
            }
            for (int id = 0; id < population.boards(); id++) {
                link.update("INSERT INTO board (id) VALUES (?)", id);
            }
            for (int id = 0; id < population.pins(); id++) {
                link.update("INSERT INTO pin (id, note) VALUES (?, NULL)", id);
            }
            return true;
        });
    }

    private <T> T write(JdbcConnections.Work<T> work) {
        return connections.write(work);
    }

    @Override
    public long perform(Operation operation) {
        return write(link -> {
            if (begin != null) {
                link.update(begin);
            }
            return switch (operation.kind()) {
                case TRANSFER -> transfer(link, operation);
                case APPEND -> append(link, operation);
                case ADD -> add(link, operation);
                case REMOVE -> remove(link, operation);
                case MOVE -> move(link, operation);
                case REFER -> refer(link, operation);
            };
        });
    }

    private long transfer(Link link, Operation operation) throws SQLException {
        List<Long[]> both = link.rows(
                "SELECT id, balance FROM account WHERE id IN (?, ?) ORDER BY id" + lock,
                operation.first(),
                operation.second());
        long balance = both.get(operation.first() < operation.second() ? 0 : 1)[1];
        if (balance < operation.draw()) {
            return Operation.REFUSED;
        }
        if (afterReading != null) {
            afterReading.run();
            long other = both.get(operation.first() < operation.second() ? 1 : 0)[1];
            link.update(
                    "UPDATE account SET balance = ?, changes = changes + 1 WHERE id = ?",
                    balance - operation.draw(),
                    operation.first());
            link.update(
                    "UPDATE account SET balance = ?, changes = changes + 1 WHERE id = ?",
                    other + operation.draw(),
                    operation.second());
        } else {
            link.add(GIVE, -operation.draw(), operation.first());
            link.add(GIVE, operation.draw(), operation.second());
            link.send(GIVE);
        }
        link.update(ADD_ENTRY, operation.number(), operation.first(), operation.second(), operation.draw());
        return Operation.DONE;
    }

    private long append(Link link, Operation operation) throws SQLException {
        long dropped = link.rows("SELECT dropped FROM log WHERE id = ?" + lock, operation.first())
                .get(0)[0];
        long size = link.rows("SELECT COUNT(*) FROM log_numbers WHERE owner = ?", operation.first())
                .get(0)[0];
        if (size == Operation.LOG) {
            List<Long[]> kept = link.rows(
                    "SELECT value FROM log_numbers WHERE owner = ? AND pos >= ? ORDER BY pos",
                    operation.first(),
                    Operation.LOG / 2);
            link.update("DELETE FROM log_numbers WHERE owner = ?", operation.first());
            for (int pos = 0; pos < kept.size(); pos++) {
                link.add(PUT_NUMBER, operation.first(), pos, kept.get(pos)[0]);
            }
            link.send(PUT_NUMBER);
            link.update("UPDATE log SET dropped = dropped + ? WHERE id = ?", Operation.LOG / 2, operation.first());
            dropped += Operation.LOG / 2;
            size = kept.size();
        }
        link.update(PUT_NUMBER, operation.first(), size, operation.number());
        return dropped + size;
    }

    private long add(Link link, Operation operation) throws SQLException {
        List<Long> notes = lockedNotes(link, operation.first());
        if (notes.size() == Operation.BOARD) {
            return Operation.REFUSED;
        }
        link.update("INSERT INTO note (id) VALUES (?)", operation.number());
        List<Long> after = new ArrayList<>(notes);
        after.add(operation.at(notes.size() + 1), operation.number());
        rewrite(link, operation.first(), notes, after);
        return Operation.DONE;
    }

    private long remove(Link link, Operation operation) throws SQLException {
        List<Long> notes = lockedNotes(link, operation.first());
        if (notes.isEmpty()) {
            return Operation.REFUSED;
        }
        List<Long> after = new ArrayList<>(notes);
        long note = after.remove(operation.at(notes.size()));
        rewrite(link, operation.first(), notes, after);
        link.update("UPDATE pin SET note = NULL WHERE note = ?", note);
        link.update("DELETE FROM note WHERE id = ?", note);
        return note;
    }

    private long move(Link link, Operation operation) throws SQLException {
        link.rows("SELECT id FROM board WHERE id IN (?, ?) ORDER BY id" + lock, operation.first(), operation.second());
        List<Long> from = notes(link, operation.first());
        List<Long> to = notes(link, operation.second());
        if (from.isEmpty() || to.size() == Operation.BOARD) {
            return Operation.REFUSED;
        }
        List<Long> after = new ArrayList<>(from);
        long note = after.remove(operation.at(from.size()));
        rewrite(link, operation.first(), from, after);
        link.update(PUT_LINK, operation.second(), to.size(), note);
        return note;
    }

    private long refer(Link link, Operation operation) throws SQLException {
        List<Long> notes = lockedNotes(link, operation.second());
        if (notes.isEmpty()) {
            return Operation.REFUSED;
        }
        long note = notes.get(operation.at(notes.size()));
        link.update("UPDATE pin SET note = ? WHERE id = ?", note, operation.first());
        return note;
    }

    /** Locks the board's row: required for a change of a board, or a reference to one of its notes. */
    private List<Long> lockedNotes(Link link, long board) throws SQLException {
        if (!lock.isEmpty()) {
            link.rows("SELECT id FROM board WHERE id = ?" + lock, board);
        }
        return notes(link, board);
    }

    private static List<Long> notes(Link link, long board) throws SQLException {
        return link.rows("SELECT target FROM board_notes WHERE owner = ? ORDER BY pos", board).stream()
                .map(row -> row[0])
                .toList();
    }

    /** Only the places that differ. */
    private static void rewrite(Link link, long board, List<Long> before, List<Long> after) throws SQLException {
        int both = Math.min(before.size(), after.size());
        boolean differs = false;
        for (int pos = 0; pos < both; pos++) {
            if (!before.get(pos).equals(after.get(pos))) {
                link.add(SET_LINK, after.get(pos), board, pos);
                differs = true;
            }
        }
        if (differs) {
            link.send(SET_LINK);
        }
        for (int pos = both; pos < after.size(); pos++) {
            link.update(PUT_LINK, board, pos, after.get(pos));
        }
        if (before.size() > both) {
            link.update("DELETE FROM board_notes WHERE owner = ? AND pos >= ?", board, both);
        }
    }

    @Override
    public State read(boolean whole) {
        return connections.read(link -> {
            List<State.Account> accounts = link.rows("SELECT balance, changes FROM account ORDER BY id").stream()
                    .map(row -> new State.Account(row[0], row[1]))
                    .toList();
            List<State.Log> logs = new ArrayList<>();
            for (Long[] log : link.rows("SELECT id, dropped FROM log ORDER BY id")) {
                logs.add(new State.Log(
                        log[1],
                        link.rows("SELECT value FROM log_numbers WHERE owner = ? ORDER BY pos", log[0]).stream()
                                .map(row -> row[0])
                                .toList()));
            }
            List<List<Long>> boards = new ArrayList<>();
            for (Long[] board : link.rows("SELECT id FROM board ORDER BY id")) {
                boards.add(notes(link, board[0]));
            }
            List<Long> pins = link.rows("SELECT note FROM pin ORDER BY id").stream()
                    .map(row -> row[0])
                    .toList();
            List<State.Entry> entries = !whole
                    ? null
                    : link.rows("SELECT id, giver, taker, amount FROM entry").stream()
                            .map(row -> new State.Entry(row[0], row[1].intValue(), row[2].intValue(), row[3]))
                            .toList();
            List<Long> notes = !whole
                    ? null
                    : link.rows("SELECT id FROM note").stream()
                            .map(row -> row[0])
                            .toList();
            return new State(accounts, entries, logs, boards, notes, pins);
        });
    }

    @Override
    public List<String> verify() {
        return connections.read(link -> {
            List<String> wrong = new ArrayList<>();
            count(
                    link,
                    wrong,
                    "links to notes that are not there",
                    "SELECT COUNT(*) FROM board_notes WHERE target NOT IN (SELECT id FROM note)");
            count(
                    link,
                    wrong,
                    "pins that refer to nothing",
                    "SELECT COUNT(*) FROM pin WHERE note NOT IN (SELECT id FROM note)");
            count(
                    link,
                    wrong,
                    "boards with gaps",
                    "SELECT COUNT(*) FROM (SELECT owner FROM board_notes GROUP BY owner HAVING MAX(pos) + 1 <> COUNT(*)) t");
            count(
                    link,
                    wrong,
                    "logs with gaps",
                    "SELECT COUNT(*) FROM (SELECT owner FROM log_numbers GROUP BY owner HAVING MAX(pos) + 1 <> COUNT(*)) t");
            return wrong;
        });
    }

    private static void count(Link link, List<String> wrong, String what, String sql) throws SQLException {
        long found = link.rows(sql).get(0)[0];
        if (found > 0) {
            wrong.add(found + " " + what);
        }
    }

    @Override
    public Map<String, Long> retries() {
        return connections.retries();
    }

    @Override
    public void close() {
        connections.close();
    }
}
