package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_EXPORT;
import static dev.espalier.error.ErrorCode.FILE;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** The files of an export. For one thread. */
final class ExportFiles {

    private static final long GREATEST_ID = 1L << 62;

    private final Path folder;
    private final Manifest manifest;
    private final Contents contents;

    /** The ids of a whole export; a set of them takes about two bytes for each, and next to nothing if they follow each other. */
    private final Roaring64Bitmap ids = new Roaring64Bitmap();

    /** Null until the files were checked. */
    private @Nullable DatabaseChecksum checked;

    /** @throws StoreException {@code bad-export} or {@code file} */
    ExportFiles(Path folder, Nodes nodes) {
        this.folder = folder;
        Path file = folder.resolve(Manifest.NAME);
        if (!Files.isDirectory(folder)) {
            throw new StoreException(
                    FILE,
                    folder
                            + (Files.exists(folder)
                                    ? ": found a file; expected the folder of an export"
                                    : ": there is no such folder; expected that of an export"));
        }
        if (!Files.exists(file)) {
            throw new StoreException(
                    BAD_EXPORT,
                    folder + ": found no " + Manifest.NAME
                            + "; expected a whole export: it is written last. Export again");
        }
        try (Reader in = TextFiles.open(file, TextFiles.sha256())) {
            this.manifest = Manifest.read(in, file.toString());
        } catch (IOException e) {
            throw TextFiles.failed(file, e);
        }
        this.contents = Contents.of(
                manifest.level(),
                manifest.catalog(),
                manifest.nextId(),
                nodes,
                new Place(file.toString(), file.toString()));
        requireAllClasses(file);
    }

    private void requireAllClasses(Path file) {
        Set<String> expected = new TreeSet<>();
        contents.schema()
                .classTables()
                .forEach(table -> expected.add(table.type().name()));
        Set<String> found = new TreeSet<>();
        for (Manifest.File one : manifest.files()) {
            if (!found.add(one.className()) || !expected.contains(one.className())) {
                throw new StoreException(
                        BAD_EXPORT,
                        file + ": found a file of the class " + one.className() + "; expected one for each of "
                                + expected);
            }
            if (one.name().contains("/")
                    || one.name().contains("\\")
                    || one.name().startsWith(".")) {
                throw new StoreException(
                        FILE, file + ": found the file name " + one.name() + "; expected a file of the same folder");
            }
        }
        expected.removeAll(found);
        if (!expected.isEmpty()) {
            throw new StoreException(
                    BAD_EXPORT, file + ": found no files of the classes " + expected + "; expected one for each class");
        }
    }

    Contents contents() {
        return contents;
    }

    Roaring64Bitmap ids() {
        return ids;
    }

    /**
     * Reads all of it, and checks the files, the ids and the references, before anything is imported.
     *
     * @throws StoreException {@code bad-export}
     */
    DatabaseChecksum check(Progress progress) {
        if (checked == null) {
            checked = checkNow(progress);
        }
        return checked;
    }

    private DatabaseChecksum checkNow(Progress progress) {
        progress.stage("read");
        Schema schema = contents.schema();
        ChecksumOfRows checksum = new ChecksumOfRows(schema);
        Map<Table, Roaring64Bitmap> byClass = new HashMap<>();
        Map<PersistentClass, Roaring64Bitmap> referred = new HashMap<>();
        for (ClassTable table : schema.classTables()) {
            byClass.put(table.table(), new Roaring64Bitmap());
        }
        readAll(schema, new ObjectReader.Sink() {
            private long rows;

            @Override
            public void row(Table table, Object[] row) {
                checksum.add(table, row);
                Roaring64Bitmap ofClass = byClass.get(table);
                if (ofClass != null) {
                    long id = (Long) row[0];
                    if (ids.contains(id)) {
                        throw new StoreException(
                                BAD_EXPORT, folder + ": found the id " + id + " twice; expected it once");
                    }
                    ids.addLong(id);
                    ofClass.addLong(id);
                }
                if (++rows % 1_000 == 0) {
                    progress.rows(1_000);
                    progress.requireGoingOn();
                }
            }

            @Override
            public void reference(PersistentClass target, long id) {
                referred.computeIfAbsent(target, one -> new Roaring64Bitmap()).addLong(id);
            }
        });
        referred.forEach((target, targets) -> {
            target.concreteClasses()
                    .forEach(type ->
                            targets.andNot(byClass.get(schema.table(type).table())));
            if (!targets.isEmpty()) {
                throw new StoreException(
                        BAD_EXPORT,
                        folder + ": found references to " + target + " " + targets.first()
                                + (targets.getLongCardinality() > 1
                                        ? " and " + (targets.getLongCardinality() - 1) + " others"
                                        : "")
                                + ", which the export does not have; expected all objects that others refer to."
                                + " Repair the database that was exported: espalier verify --repair");
            }
        });
        if (!ids.isEmpty() && manifest.nextId() <= ids.last()
                || manifest.nextId() < 1
                || manifest.nextId() > GREATEST_ID) {
            throw new StoreException(
                    BAD_EXPORT,
                    folder.resolve(Manifest.NAME) + ": found the next id " + manifest.nextId() + "; expected one above "
                            + (ids.isEmpty() ? 0 : ids.last()) + " that leaves room for others");
        }
        DatabaseChecksum found = checksum.result();
        if (!found.digits().equals(manifest.checksum())) {
            throw new StoreException(
                    BAD_EXPORT,
                    folder + ": found objects with the checksum " + found.digits() + "; expected "
                            + manifest.checksum());
        }
        return found;
    }

    /** Reads all rows, with the tables of a schema. */
    void readAll(Schema schema, ObjectReader.Sink sink) {
        for (Manifest.File one : manifest.files()) {
            Path file = file(one.name());
            MessageDigest digest = TextFiles.sha256();
            try (Reader in = TextFiles.open(file, digest)) {
                long objects = new ObjectReader(schema, sink, Json.reader(in), file.toString()).read(one.className());
                if (objects != one.objects()) {
                    throw new StoreException(
                            BAD_EXPORT, file + ": found " + objects + " objects; expected " + one.objects());
                }
            } catch (IOException e) {
                throw TextFiles.failed(file, e);
            }
            String found = HexFormat.of().formatHex(digest.digest());
            if (!found.equals(one.sha256())) {
                throw new StoreException(
                        BAD_EXPORT,
                        file + ": found the SHA-256 " + found + "; expected " + one.sha256()
                                + ": the file has changed since the export");
            }
        }
    }

    private Path file(String name) {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException e) {
            throw new StoreException(
                    FILE,
                    folder.resolve(Manifest.NAME) + ": found the file name " + name
                            + ", which this system does not take: " + e.getReason()
                            + ". Set the locale to UTF-8 if the name is not ASCII",
                    e);
        }
    }
}
