package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.FILE;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the objects of a snapshot to files. For one thread. */
final class DatabaseExport {

    private final Session session;
    private final Contents contents;
    private final Progress progress;
    private final ChecksumOfRows checksum;
    private final boolean isParquet;

    /**
     * @param session in a snapshot
     * @param isParquet whether to Parquet files in place of JSON lines; they have no manifest, and cannot be imported
     */
    DatabaseExport(Session session, Contents contents, Progress progress, boolean isParquet) {
        this.isParquet = isParquet;
        this.session = session;
        this.contents = contents;
        this.progress = progress;
        this.checksum = new ChecksumOfRows(contents.schema());
    }

    /**
     * Writes all objects, one file for each class, and at the end the manifest. After a failure the files are deleted.
     *
     * @param folder a new one, or an empty one
     */
    DatabaseChecksum all(Path folder) {
        List<Path> made = new ArrayList<>();
        boolean isNew = !Files.exists(folder);
        boolean isDone = false;
        try {
            requireEmpty(folder);
            Files.createDirectories(folder);
            progress.stage("export");
            List<Manifest.File> files = new ArrayList<>();
            Set<String> names = new HashSet<>(List.of("manifest"));
            for (ClassTable type : contents.schema().classTables()) {
                Path file = folder.resolve(fileName(type.type().name(), names));
                made.add(file);
                if (isParquet) {
                    writeParquet(List.of(type), file, json -> write(type, json));
                } else {
                    files.add(write(type, file));
                }
            }
            DatabaseChecksum all = checksum.result();
            if (isParquet) {
                isDone = true;
                return all;
            }
            Path part = folder.resolve(Manifest.NAME + ".part");
            made.add(part);
            Files.writeString(
                    part,
                    new Manifest(
                                    contents.nextId(),
                                    all.digits(),
                                    contents.description().level(),
                                    contents.rows(),
                                    files)
                            .text());
            Files.move(part, folder.resolve(Manifest.NAME));
            isDone = true;
            return all;
        } catch (IOException e) {
            throw failed(made, folder, e);
        } catch (UncheckedIOException e) {
            throw failed(made, folder, requireNonNull(e.getCause()));
        } finally {
            if (!isDone) {
                remove(made, isNew ? folder : null);
            }
        }
    }

    /** The error for the file that was written last, or for the folder if there is no file yet. */
    private static StoreException failed(List<Path> made, Path folder, IOException e) {
        return TextFiles.failed(made.isEmpty() ? folder : made.get(made.size() - 1), e);
    }

    private static void requireEmpty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            if (!Files.isDirectory(folder)) {
                throw new StoreException(FILE, folder + ": found a file; expected a new or an empty folder");
            }
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new StoreException(FILE, folder + ": found files in it; expected a new or an empty folder");
                }
            }
        }
    }

    private static void remove(List<Path> made, @Nullable Path folder) {
        try {
            for (Path file : made) {
                Files.deleteIfExists(file);
            }
            if (folder != null) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            // an export without a manifest is refused by every import
        }
    }

    /** File systems may not distinguish letters by their case, and not take all letters. */
    private String fileName(String className, Set<String> taken) {
        String plain = className.replaceAll("[^A-Za-z0-9_.-]", "_");
        if (plain.length() > 100 || plain.startsWith(".") || plain.isEmpty()) {
            plain = "class" + plain.substring(0, Math.min(90, plain.length()));
        }
        String name = plain;
        for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
            name = plain + "-" + i;
        }
        return name + (isParquet ? ".parquet" : ".jsonl");
    }

    private Manifest.File write(ClassTable type, Path file) throws IOException {
        MessageDigest digest = TextFiles.sha256();
        try (JsonGenerator json = Json.writer(TextFiles.create(file, digest))) {
            long objects = write(type, json);
            json.flush();
            return new Manifest.File(
                    type.type().name(),
                    file.getFileName().toString(),
                    objects,
                    HexFormat.of().formatHex(digest.digest()));
        }
    }

    /** Returns the number of objects. */
    private long write(ClassTable type, JsonGenerator json) throws IOException {
        long objects = 0;
        ObjectLines lines = lines(type, json);
        TableCursor rows = TableCursor.of(session, type.table());
        while (rows.hasNext()) {
            @Nullable Object[] row = rows.next();
            lines.add(row);
            objects++;
            if (objects % 500 == 0) {
                progress.rows(500);
                progress.requireGoingOn();
            }
        }
        lines.flush();
        progress.rows(objects % 500);
        return objects;
    }

    private ObjectLines lines(ClassTable type, JsonGenerator json) {
        return new ObjectLines(session, type, json, checksum, isParquet ? ParquetValues::write : ValueText::write);
    }

    /** Writes lines. */
    private interface Lines {
        void write(JsonGenerator json) throws IOException;
    }

    private void writeParquet(List<ClassTable> types, Path file, Lines write) throws IOException {
        try (ParquetLines lines = new ParquetLines(file)) {
            try (JsonGenerator json = Json.writer(lines.open())) {
                write.write(json);
            }
            lines.finish(() -> ParquetColumns.ofClasses(types), progress);
        }
    }

    /**
     * Writes the objects with these ids to one file, in this order.
     *
     * @param type their class, or one above
     */
    DatabaseChecksum some(Path file, PersistentClass type, long[] ids) {
        boolean isDone = false;
        boolean isMade = false;
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            if (isParquet) {
                writeParquet(
                        type.concreteClasses().stream()
                                .map(contents.schema()::table)
                                .toList(),
                        file,
                        json -> {
                            progress.stage("export");
                            writeAll(type, ids, json);
                        });
            } else {
                try (JsonGenerator json = Json.writer(TextFiles.create(file, TextFiles.sha256()))) {
                    isMade = true;
                    progress.stage("export");
                    writeAll(type, ids, json);
                }
            }
            isDone = true;
            return checksum.result();
        } catch (IOException e) {
            throw TextFiles.failed(file, e);
        } finally {
            if (!isDone && isMade) {
                remove(List.of(file), null);
            }
        }
    }

    private void writeAll(PersistentClass type, long[] ids, JsonGenerator json) throws IOException {
        for (int from = 0; from < ids.length; from += 200) {
            long[] some = Arrays.copyOfRange(ids, from, Math.min(ids.length, from + 200));
            writeSome(type, some, json);
            progress.rows(some.length);
            progress.requireGoingOn();
        }
    }

    private void writeSome(PersistentClass type, long[] ids, JsonGenerator json) throws IOException {
        List<ClassTable> concrete =
                type.concreteClasses().stream().map(contents.schema()::table).toList();
        if (concrete.size() == 1) {
            write(concrete.get(0), ids, json);
            return;
        }
        Map<Long, ClassTable> tables = new HashMap<>();
        for (ClassTable table : concrete) {
            ObjectLines.rows(session, table, ids, false).forEach(row -> tables.put((Long) row[0], table));
        }
        for (int from = 0; from < ids.length; ) {
            ClassTable table = tables.get(ids[from]);
            int to = from + 1;
            while (to < ids.length && tables.get(ids[to]) == table) {
                to++;
            }
            if (table != null) {
                write(table, Arrays.copyOfRange(ids, from, to), json);
            }
            from = to;
        }
    }

    private void write(ClassTable table, long[] ids, JsonGenerator json) throws IOException {
        ObjectLines lines = lines(table, json);
        for (Object[] row : ObjectLines.rows(session, table, ids, true)) {
            lines.add(row);
        }
        lines.flush();
    }
}
