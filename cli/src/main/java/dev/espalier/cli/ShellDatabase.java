package dev.espalier.cli;

import static java.util.Objects.requireNonNull;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.StoredClass;
import dev.espalier.StoredEnum;
import dev.espalier.StoredSchema;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The database of a shell, with its classes as they are now. A signal ends the process without a return to the caller: it closes the database, too, so that the row
 * which says that this program has it open does not stay. For one thread, beside that of a signal.
 */
final class ShellDatabase implements AutoCloseable {

    /** How long a signal waits for an opening: a server may say nothing. */
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(10);

    private final String url;
    private final Settings settings;
    private final Thread closing = new Thread(this::closeAtSignal, "espalier-shell-closing");
    /** Held while the database is opened, and from a signal on: then it is not opened any more. */
    private final ReentrantLock opening = new ReentrantLock();

    private volatile @Nullable Opened opened;

    /** The database, and its description as it was opened. */
    private record Opened(Database db, List<StoredClass> classes, List<StoredEnum> enums, ShellCatalog catalog) {

        /** The description is read first: what changes meanwhile is found by the next statement. */
        static Opened of(String url, Settings settings) {
            StoredSchema schema = Database.schema(url, settings);
            List<StoredClass> classes = schema.classes();
            List<StoredEnum> enums = schema.enums();
            return new Opened(Database.openCatalog(url, settings), classes, enums, ShellCatalog.of(classes, enums));
        }

        boolean isCurrent() {
            StoredSchema schema = db.schema();
            return schema.classes().equals(classes) && schema.enums().equals(enums);
        }
    }

    private ShellDatabase(String url, Settings settings) {
        this.url = url;
        this.settings = settings;
    }

    static ShellDatabase open(String url, Settings settings) {
        ShellDatabase database = new ShellDatabase(url, settings);
        Runtime.getRuntime().addShutdownHook(database.closing); // a signal may come while it is opened
        try {
            database.open();
            return database;
        } catch (RuntimeException | Error e) {
            database.forgetSignals();
            throw e;
        }
    }

    /** Opens it, and closes the one that was opened before. */
    private void open() {
        opening.lock();
        try {
            Opened former = opened;
            opened = Opened.of(url, settings);
            if (former != null) {
                former.db.close();
            }
        } finally {
            opening.unlock();
        }
    }

    /** Opens it again if another program has changed its classes. */
    void refresh() {
        if (!now().isCurrent()) {
            open();
        }
    }

    private Opened now() {
        return requireNonNull(opened);
    }

    Database db() {
        return now().db;
    }

    List<StoredClass> classes() {
        return now().classes;
    }

    ShellCatalog catalog() {
        return now().catalog;
    }

    private void closeAtSignal() {
        try {
            if (opening.tryLock(LONGEST_OPENING.toMillis(), TimeUnit.MILLISECONDS) && opened != null) {
                db().close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetSignals() {
        try {
            Runtime.getRuntime().removeShutdownHook(closing);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the hook runs
        }
    }

    @Override
    public void close() {
        db().close();
        forgetSignals();
    }
}
