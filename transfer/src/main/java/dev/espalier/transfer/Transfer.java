package dev.espalier.transfer;

import static java.util.Objects.requireNonNull;

import dev.espalier.RowQuery;
import dev.espalier.Settings;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.Insides;
import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.opening.Openings;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.store.SelectedRows;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries whole databases: to another engine, to files, and from files. Needs no class of the program's, only what the database says of itself. Objects keep
 * their ids and versions. Works in constant memory, whatever the size is. Writes the
 * rows of a selection to a file, too: {@link #exportRows}.
 *
 * <pre>{@code
 * Transfer.Result copied = new Transfer().copy("jdbc:sqlite:shop.db", Settings.defaults(), "jdbc:postgresql://db.example/shop", settings);
 * }</pre>
 *
 * <p>Safe for concurrent use.
 */
public final class Transfer {

    /** The objects of classes that only a catalog describes. */
    private static final Nodes NODES = inside(Settings.defaults()).nodes();

    private final Consumer<Step> listener;
    private final BooleanSupplier cancelled;

    /** Creates a transfer that does not report its progress. */
    public Transfer() {
        this(step -> {}, () -> false);
    }

    private Transfer(Consumer<Step> listener, BooleanSupplier cancelled) {
        this.listener = listener;
        this.cancelled = cancelled;
    }

    /** The format of an export. */
    public enum Format {
        /** JSON, one object in each line. */
        JSON_LINES,
        /** Parquet, for other tools; DuckDB's driver, {@code org.duckdb:duckdb_jdbc}, writes it. */
        PARQUET
    }

    /**
     * The progress of a transfer.
     *
     * @param stage what it does: {@code copy}, {@code export}, {@code read}, {@code import}, {@code check}, {@code index} or {@code compare}
     * @param rows how many rows it has read or written in this stage
     * @param message what it says to people; null for nothing
     */
    public record Step(String stage, long rows, @Nullable String message) {

        /**
         * Makes a step.
         *
         * @param stage what the transfer does
         * @param rows how many rows
         * @param message what it says, or null
         */
        public Step {
            Objects.requireNonNull(stage);
        }
    }

    /**
     * The result of a transfer.
     *
     * @param objects the number of objects
     * @param rows the number of rows, those of collections included
     * @param checksum 32 hexadecimal digits that are the same for the same objects on every engine
     */
    public record Result(long objects, long rows, String checksum) {

        /**
         * Makes a result.
         *
         * @param objects the number of objects
         * @param rows the number of rows
         * @param checksum the checksum
         */
        public Result {
            Objects.requireNonNull(checksum);
        }

        static Result of(DatabaseChecksum checksum) {
            return new Result(checksum.objects(), checksum.rows(), checksum.digits());
        }
    }

    /**
     * Returns the same transfer with a listener, which is called after each page of rows.
     *
     * @param other receives the progress
     * @return a new transfer
     */
    public Transfer onProgress(Consumer<Step> other) {
        return new Transfer(Objects.requireNonNull(other), cancelled);
    }

    /**
     * Returns the same transfer, which ends when it is asked to ({@code cancelled}). A copy goes on where it ended when it is repeated.
     *
     * @param ends whether it shall end
     * @return a new transfer
     */
    public Transfer cancelledBy(BooleanSupplier ends) {
        return new Transfer(listener, Objects.requireNonNull(ends));
    }

    /**
     * Computes the checksum of all objects of a database, in one snapshot.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @return what was read
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there
     * @throws dev.espalier.error.DatabaseException {@code load-running} if a bulk load has not ended
     */
    public Result checksum(String url, Settings settings) {
        Reporting progress = new Reporting();
        progress.stage("read");
        return from(url, settings, source -> {
            try (Snapshot snapshot = source.snapshot()) {
                Contents contents = Contents.read(snapshot.session(), NODES, source.place());
                return Result.of(DatabaseChecksum.read(snapshot.session(), contents, progress));
            }
        });
    }

    /**
     * Copies a database to another one, of any engine: one snapshot of it, with ids, versions and the whole catalog. Until all of it is there and its checksum
     * was compared, no program can open the other one ({@code unfinished-copy}). If the process dies, the same call completes the copy.
     *
     * @param fromUrl the database that is copied
     * @param fromSettings its user, password and more
     * @param toUrl a database without objects; a SQLite file is made
     * @param toSettings its user, password and more
     * @return what was copied
     * @throws dev.espalier.error.ConnectionException if one of them cannot be reached
     * @throws dev.espalier.error.SchemaException {@code not-empty}, {@code foreign-tables} or {@code copy-running} if the other one cannot take it; nothing was
     *     changed there
     * @throws dev.espalier.error.StoreException {@code bad-value} if the other engine cannot hold a value
     */
    public Result copy(String fromUrl, Settings fromSettings, String toUrl, Settings toSettings) {
        return from(
                fromUrl,
                fromSettings,
                from -> toAnother(
                        fromUrl,
                        toUrl,
                        toSettings,
                        to -> Result.of(new DatabaseCopy(from, to, NODES, new Reporting()).run())));
    }

    /**
     * Exports a database to files: one with JSON lines for each class, and {@code manifest.json} with the model, the counts and the checksums, which is written
     * last. The format is in docs/reference/export.md.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param folder a new one, or an empty one
     * @return what was exported
     * @throws dev.espalier.error.StoreException {@code file} if a file cannot be written; what was written is deleted
     */
    public Result export(String url, Settings settings, Path folder) {
        return export(url, settings, folder, Format.JSON_LINES);
    }

    /**
     * Exports a database to files of a format: one for each class. Only JSON lines have a manifest and can be imported.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param folder a new one, or an empty one
     * @param format of the files
     * @return what was exported
     * @throws dev.espalier.error.StoreException {@code file} if a file cannot be written, {@code bad-value} if the format does not take a value; what was written is deleted
     */
    public Result export(String url, Settings settings, Path folder, Format format) {
        JacksonVersion.require();
        boolean isParquet = format == Format.PARQUET;
        return from(url, settings, source -> {
            try (Snapshot snapshot = source.snapshot()) {
                Contents contents = Contents.read(snapshot.session(), NODES, source.place());
                return Result.of(
                        new DatabaseExport(snapshot.session(), contents, new Reporting(), isParquet).all(folder));
            }
        });
    }

    /**
     * Exports the objects that fulfil a query to one file with JSON lines, in the order of the query. Objects that they refer to are not exported but by their
     * ids, so the file is for other tools and cannot be imported.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param className the class
     * @param rql the query; empty for all objects
     * @param file a new one
     * @return what was exported
     * @throws dev.espalier.error.QueryException if the query is wrong
     * @throws dev.espalier.error.StoreException {@code file} if the file cannot be written
     */
    public Result export(String url, Settings settings, String className, String rql, Path file) {
        return export(url, settings, className, rql, file, Format.JSON_LINES);
    }

    /**
     * Exports the objects that fulfil a query to one file of a format, in the order of the query.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param className the class
     * @param rql the query; empty for all objects
     * @param file a new one
     * @param format of the file
     * @return what was exported
     * @throws dev.espalier.error.QueryException if the query is wrong
     * @throws dev.espalier.error.StoreException {@code file} if the file cannot be written, {@code bad-value} if the format does not take a value
     */
    public Result export(String url, Settings settings, String className, String rql, Path file, Format format) {
        JacksonVersion.require();
        try (ObjectStore store = Openings.described(url, inside(settings))) {
            return store.found(requireNonNull(className), requireNonNull(rql), (snapshot, ids) -> {
                Contents contents =
                        Contents.read(snapshot.session(), NODES, store.source().place());
                return Result.of(new DatabaseExport(
                                snapshot.session(), contents, new Reporting(), format == Format.PARQUET)
                        .some(file, requireNonNull(contents.schema().model().find(className)), ids));
            });
        }
    }

    /**
     * Writes the rows of a selection to a Parquet file, in their order, in one snapshot, or in the thread's transaction. The file has the columns of the
     * selection, under their names and with the types of their fields, as docs/reference/export.md has them, also if there are no rows. It is there when it is whole.
     * DuckDB's driver, {@code org.duckdb:duckdb_jdbc}, writes it.
     *
     * <p>Takes constant memory beside what {@link RowQuery#stream} holds: nothing or the ids of the objects, but groups and sorted rows.
     *
     * @param rows the query; what becomes of its rows has no effect
     * @param file a new one
     * @return the number of rows
     * @throws dev.espalier.error.QueryException if the query or the selection is wrong
     * @throws dev.espalier.error.StoreException {@code file} if the file is there, if it cannot be written, if a column is a list of rows, or is called as one that is made for another; {@code
     *     bad-value} if a column does not take a value, for example decimals that have more than 38 digits together; {@code cancelled}
     */
    public long exportRows(RowQuery<?> rows, Path file) {
        JacksonVersion.require();
        requireNonNull(file);
        return new RowsExport(Insides.of(RowQuery.class, rows, SelectedRows.class), new Reporting()).write(file);
    }

    /**
     * Imports a whole export. All files are checked before anything is written. A database without objects gets the model of the export, and no program can
     * open it until all objects are there ({@code unfinished-copy}); if the process dies, the same call completes it. A database with the same model gets the
     * objects as a bulk load, which is removed again if it fails or dies. Objects keep their ids and versions; new objects get ids above all of them.
     *
     * @param url of a JDBC driver; a SQLite file is made
     * @param settings user, password and more
     * @param folder the folder of the export
     * @return what was imported
     * @throws dev.espalier.error.StoreException {@code bad-export} if the files are damaged, {@code duplicate} if the database has an object with one of the ids;
     *     nothing was imported
     * @throws dev.espalier.error.SchemaException {@code not-empty} if the database has another model; {@code in-use} if programs are open that may use the ids
     */
    public Result importFrom(String url, Settings settings, Path folder) {
        JacksonVersion.require();
        Objects.requireNonNull(folder);
        Progress progress = new Reporting();
        ExportFiles files = new ExportFiles(folder, NODES);
        if (Openings.makesFile(url)) { // which must not be left behind by what is refused
            files.check(progress);
        }
        return to(url, settings, to -> Result.of(new DatabaseImport(to, NODES, progress).run(files)));
    }

    /** The rows of a dead bulk load are removed first, as at an opening. */
    private static <T> T from(String url, Settings settings, Function<ConnectionSource, T> work) {
        return Openings.existing(url, inside(settings), source -> {
            Contents.requireWhole(source);
            new Loads(source).undoAbandoned();
            return work.apply(source);
        });
    }

    private static <T> T toAnother(String from, String url, Settings settings, Function<ConnectionSource, T> work) {
        return to(url, settings, target -> {
            if (ConnectionSource.nameOneFile(from, url)) {
                throw new SchemaException(
                        ErrorCode.NOT_EMPTY,
                        target.place()
                                + ": found the database that is copied; expected another one. Name another file");
            }
            return work.apply(target);
        });
    }

    private static <T> T to(String url, Settings settings, Function<ConnectionSource, T> work) {
        return Openings.connected(url, inside(settings), work);
    }

    private static OpeningSettings inside(Settings settings) {
        return Insides.of(Settings.class, settings, OpeningSettings.class);
    }

    /** Passes on what the work says. */
    private final class Reporting implements Progress {

        private String stage = "";
        private long rows;

        @Override
        public synchronized void stage(String name) {
            stage = name;
            rows = 0;
            listener.accept(new Step(stage, 0, null));
        }

        @Override
        public synchronized void rows(long more) {
            rows += more;
            listener.accept(new Step(stage, rows, null));
        }

        @Override
        public synchronized void message(String text) {
            listener.accept(new Step(stage, rows, text));
        }

        @Override
        public boolean isCancelled() {
            return cancelled.getAsBoolean();
        }
    }
}
