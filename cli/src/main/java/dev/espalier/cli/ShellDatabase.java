package dev.espalier.cli;

import static java.util.Objects.requireNonNull;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.StoredClass;
import dev.espalier.evolution.StoredEnum;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The database of a shell, with its classes as they are now. For one thread, beside that of a signal. */
final class ShellDatabase implements AutoCloseable {

    private final String url;
    private final Settings settings;
    private final ClosedAtSignal database = new ClosedAtSignal();

    private @Nullable Opened opened;

    /** The database, and its description as it was opened. */
    private record Opened(Database db, List<StoredClass> classes, List<StoredEnum> enums, ShellCatalog catalog) {

        boolean isCurrent() {
            SchemaAdmin schema = SchemaAdmin.of(db);
            return schema.classes().equals(classes) && schema.enums().equals(enums);
        }
    }

    private ShellDatabase(String url, Settings settings) {
        this.url = url;
        this.settings = settings;
    }

    static ShellDatabase open(String url, Settings settings) {
        ShellDatabase shell = new ShellDatabase(url, settings);
        try {
            shell.open();
            return shell;
        } catch (RuntimeException | Error e) {
            shell.close();
            throw e;
        }
    }

    /** Opens it, and closes the one that was opened before. The description is read first: what changes meanwhile is found by the next statement. */
    private void open() {
        SchemaAdmin schema = SchemaAdmin.at(url, settings);
        List<StoredClass> classes = schema.classes();
        List<StoredEnum> enums = schema.enums();
        opened = new Opened(
                database.open(() -> Database.openCatalog(url, settings)),
                classes,
                enums,
                ShellCatalog.of(classes, enums));
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

    @Override
    public void close() {
        database.close();
    }
}
