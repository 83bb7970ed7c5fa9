package dev.espalier.lab.torture;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.Transaction;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.health.Counters;
import dev.espalier.health.Health;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.torture.Bank.Account;
import dev.espalier.lab.torture.Bank.Board;
import dev.espalier.lab.torture.Bank.Entry;
import dev.espalier.lab.torture.Bank.Log;
import dev.espalier.lab.torture.Bank.Note;
import dev.espalier.lab.torture.Bank.Pin;
import dev.espalier.verification.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The library, through its public API only: work in transactions, without any code for locks, retries or restoration. */
final class EspalierClient implements Client {

    /** A cluster that loses a node stands still for up to ten seconds on two busy processors, and locks with it: the default of ten would be close. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(30);

    private final Database database;
    private long[] accounts;
    private long[] logs;
    private long[] boards;
    private long[] pins;

    /** Opens a database that {@link #prepare} has filled before, or an empty one. */
    EspalierClient(TargetDatabase targetDatabase, int threads) {
        this.database = open(
                targetDatabase, threads, Account.class, Entry.class, Log.class, Board.class, Note.class, Pin.class);
        findObjects();
    }

    static Database open(TargetDatabase targetDatabase, int threads, Class<?>... classes) {
        Settings settings = Settings.defaults()
                .indexes(IndexLevel.RELATIONS)
                .poolSize(threads + 2)
                .lockWait(LOCK_WAIT)
                .maxObjects(Long.MAX_VALUE); // the checks read all that a long run has made
        if (targetDatabase.target().engine() != Engine.SQLITE) {
            settings = settings.user(targetDatabase.target().user())
                    .password(targetDatabase.target().password().reveal());
        }
        return Database.open(targetDatabase.url(), Model.of(classes), settings);
    }

    private void findObjects() {
        accounts = all(Account.class, account -> account.place).stream()
                .mapToLong(account -> account.id)
                .toArray();
        logs = all(Log.class, log -> log.place).stream()
                .mapToLong(log -> log.id)
                .toArray();
        boards = all(Board.class, board -> board.place).stream()
                .mapToLong(board -> board.id)
                .toArray();
        pins = all(Pin.class, pin -> pin.place).stream()
                .mapToLong(pin -> pin.id)
                .toArray();
    }

    private <T> List<T> all(Class<T> type, ToIntFunction<T> place) {
        return database.query(type, "").list().stream()
                .sorted(Comparator.comparingInt(place))
                .toList();
    }

    @Override
    public void prepare(Population population) {
        List<Object> objects = new ArrayList<>();
        for (int place = 0; place < population.accounts(); place++) {
            Account account = new Account();
            account.place = place;
            account.balance = Population.BALANCE;
            objects.add(account);
        }
        for (int place = 0; place < population.logs(); place++) {
            Log log = new Log();
            log.place = place;
            objects.add(log);
        }
        for (int place = 0; place < population.boards(); place++) {
            Board board = new Board();
            board.place = place;
            objects.add(board);
        }
        for (int place = 0; place < population.pins(); place++) {
            Pin pin = new Pin();
            pin.place = place;
            objects.add(pin);
        }
        database.storeAll(objects);
        findObjects();
    }

    @Override
    public long perform(Operation operation) {
        try {
            return database.inTransaction(tx -> {
                return switch (operation.kind()) {
                    case TRANSFER -> transfer(tx, operation);
                    case APPEND -> append(tx, operation);
                    case ADD -> add(tx, operation);
                    case REMOVE -> remove(tx, operation);
                    case MOVE -> move(tx, operation);
                    case REFER -> refer(tx, operation);
                };
            });
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    private long transfer(Transaction tx, Operation operation) {
        List<Account> both =
                tx.getAll(Account.class, List.of(accounts[operation.first()], accounts[operation.second()]));
        Entry entry = new Entry();
        entry.number = operation.number();
        entry.giver = both.get(0);
        entry.taker = both.get(1);
        entry.amount = operation.draw();
        if (entry.giver.balance < entry.amount) {
            return Operation.REFUSED;
        }
        entry.giver.balance -= entry.amount;
        entry.giver.changes++;
        entry.taker.balance += entry.amount;
        entry.taker.changes++;
        tx.store(entry);
        return Operation.DONE;
    }

    private long append(Transaction tx, Operation operation) {
        Log log = tx.get(Log.class, logs[operation.first()]);
        if (log.numbers.size() == Operation.LOG) {
            log.numbers.subList(0, Operation.LOG / 2).clear();
            log.dropped += Operation.LOG / 2;
        }
        log.numbers.add(operation.number());
        tx.store(log);
        return log.dropped + log.numbers.size() - 1;
    }

    private long add(Transaction tx, Operation operation) {
        Board board = tx.get(Board.class, boards[operation.first()]);
        if (board.notes.size() == Operation.BOARD) {
            return Operation.REFUSED;
        }
        Note note = new Note();
        note.number = operation.number();
        board.notes.add(operation.at(board.notes.size() + 1), note);
        tx.store(board);
        return Operation.DONE;
    }

    private long remove(Transaction tx, Operation operation) {
        Board board = tx.get(Board.class, boards[operation.first()]);
        if (board.notes.isEmpty()) {
            return Operation.REFUSED;
        }
        Note note = board.notes.get(operation.at(board.notes.size()));
        tx.delete(note);
        return note.number;
    }

    private long move(Transaction tx, Operation operation) {
        List<Board> both = tx.getAll(Board.class, List.of(boards[operation.first()], boards[operation.second()]));
        List<Note> from = both.get(0).notes;
        List<Note> to = both.get(1).notes;
        if (from.isEmpty() || to.size() == Operation.BOARD) {
            return Operation.REFUSED;
        }
        Note note = from.remove(operation.at(from.size()));
        to.add(note);
        tx.storeAll(both);
        return note.number;
    }

    private long refer(Transaction tx, Operation operation) {
        Board board = tx.get(Board.class, boards[operation.second()]);
        if (board.notes.isEmpty()) {
            return Operation.REFUSED;
        }
        Pin pin = tx.get(Pin.class, pins[operation.first()]);
        pin.note = board.notes.get(operation.at(board.notes.size()));
        tx.store(pin);
        return pin.note.number;
    }

    @Override
    public State read(boolean whole) {
        try {
            return database.inTransaction(tx -> {
                return new State(
                        all(tx, Account.class, account -> account.place)
                                .map(account -> new State.Account(account.balance, account.changes))
                                .toList(),
                        whole
                                ? tx.query(Entry.class, "").list().stream()
                                        .map(entry -> new State.Entry(
                                                entry.number, entry.giver.place, entry.taker.place, entry.amount))
                                        .toList()
                                : null,
                        all(tx, Log.class, log -> log.place)
                                .map(log -> new State.Log(log.dropped, List.copyOf(log.numbers)))
                                .toList(),
                        all(tx, Board.class, board -> board.place)
                                .map(board -> board.notes.stream()
                                        .map(EspalierClient::number)
                                        .toList())
                                .toList(),
                        whole
                                ? tx.query(Note.class, "").list().stream()
                                        .map(note -> note.number)
                                        .toList()
                                : null,
                        all(tx, Pin.class, pin -> pin.place)
                                .map(pin -> pin.note == null ? null : (Long) pin.note.number)
                                .toList());
            });
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    private static long number(Note note) {
        return note == null ? State.MISSING : note.number;
    }

    private static <T> Stream<T> all(Transaction tx, Class<T> type, ToIntFunction<T> place) {
        return tx.query(type, "").list().stream().sorted(Comparator.comparingInt(place));
    }

    /** Work that meets what should not be there, such as a list with a member that is null, has failed too. */
    static OperationFailure failure(RuntimeException e) {
        String code = e instanceof EspalierException known
                ? known.code()
                : e.getClass().getSimpleName();
        return new OperationFailure(code, e instanceof UnknownOutcomeException, e);
    }

    @Override
    public List<String> verify() {
        return Health.of(database).verify().findings().stream()
                .map(Finding::toString)
                .toList();
    }

    @Override
    public Map<String, Long> retries() {
        Counters counters = Health.of(database).counters();
        Map<String, Long> counts = new TreeMap<>();
        counters.replays().forEach((code, count) -> counts.put("replay after " + code, count));
        counters.reruns().forEach((code, count) -> counts.put("rerun after " + code, count));
        if (counters.lookUps() > 0) {
            counts.put("look-up of a COMMIT", counters.lookUps());
        }
        return counts;
    }

    @Override
    public void close() {
        database.close();
    }
}
