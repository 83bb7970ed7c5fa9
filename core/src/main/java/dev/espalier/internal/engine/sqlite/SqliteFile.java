package dev.espalier.internal.engine.sqlite;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of SQLite with its folder, in which the engine makes a journal or a write-ahead log to write, and a file of shared memory even to read a file with such a log
 * (https://www.sqlite.org/wal.html#readonly).
 */
final class SqliteFile {

    /** Of {@code sqlite3_open_v2}: https://www.sqlite.org/c3ref/open.html. */
    static final String READ_ONLY_MODE = "1";

    private static final Pattern READ_ONLY =
            Pattern.compile("[?&](?:mode=ro|immutable=1|open_mode=" + READ_ONLY_MODE + ")(?:&|$)");

    private static final Pattern IMMUTABLE = Pattern.compile("[?&]immutable=1(?:&|$)");

    private static final Set<PosixFilePermission> WRITERS = EnumSet.of(
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /** https://www.sqlite.org/pragma.html#pragma_journal_mode. */
    private static final Pattern NO_JOURNAL_FILE = Pattern.compile("(?i)[?&]journal_mode=(?:memory|off)(?:&|$)");

    /** Where the header says 2 of a file with a write-ahead log: https://www.sqlite.org/fileformat2.html#file_format_version_numbers. */
    private static final int WRITE_VERSION = 18;

    private static final int OF_WRITE_AHEAD_LOG = 2;

    private final String url;
    /** The file's name, for messages. */
    private final String named;

    private final Path file;
    private final Path folder;
    private final Path log;
    private final Path sharedMemory;
    private final Predicate<Path> writable;

    private SqliteFile(String url, String named, Path file, Predicate<Path> writable) {
        this.url = url;
        this.named = named;
        this.file = file;
        this.folder = file.resolveSibling(".").normalize();
        this.log = Path.of(file + "-wal");
        this.sharedMemory = Path.of(file + "-shm");
        this.writable = writable;
    }

    /**
     * Returns how a file is opened that this program can only read; null if it can write the file, or if there is none.
     *
     * @throws ConnectionException {@code access-denied} if it cannot even be read as it is
     */
    static @Nullable ReadOnlyAccess readOnly(String url, Path named) {
        return readOnly(url, named, Files::isWritable);
    }

    /** @param writable whether a file or a folder may be written */
    static @Nullable ReadOnlyAccess readOnly(String url, Path named, Predicate<Path> writable) {
        Path file;
        try {
            file = named.toRealPath();
        } catch (IOException e) {
            // else the engine says why it cannot open it
            return READ_ONLY.matcher(url).find() && Files.notExists(named)
                    ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_URL)
                    : null;
        }
        return Files.isRegularFile(file)
                ? new SqliteFile(url, String.valueOf(named.getFileName()), file, writable).access()
                : null;
    }

    private @Nullable ReadOnlyAccess access() {
        String reason = reason();
        if (reason == null) {
            return null;
        }
        if (!hasLog() || writable.test(folder) || Files.exists(log) && Files.exists(sharedMemory)) {
            return new ReadOnlyAccess(with(url, "open_mode", READ_ONLY_MODE), reason);
        }
        if (log.toFile().length() > 0) {
            throw new ConnectionException(
                    ACCESS_DENIED,
                    "SQLite " + named + ": found changes in " + log.getFileName()
                            + " that are not in the file yet, and a folder in which "
                            + sharedMemory.getFileName()
                            + " cannot be made, which SQLite needs to read them. Give write access to the folder,"
                            + " or copy both files to another one");
        }
        // Without the shared memory nothing informs the engine that another program writes: it mixes pages
        // of before and after.
        if (!IMMUTABLE.matcher(url).find() && !isFixed()) {
            throw new ConnectionException(
                    ACCESS_DENIED,
                    "SQLite " + named + ": found a folder in which " + sharedMemory.getFileName()
                            + " cannot be made, which SQLite needs to see what other programs write. Give write access to the folder,"
                            + " or copy the file to another one; if no program writes it, add immutable=1 to the URL");
        }
        int query = url.indexOf('?');
        String encoded = "jdbc:sqlite:" + file.toUri() + (query < 0 ? "" : url.substring(query));
        return new ReadOnlyAccess(with(with(encoded, "open_mode", READ_ONLY_MODE), "immutable", "1"), reason);
    }

    /** Whether no program may write the file, whatever its user. */
    private boolean isFixed() {
        try {
            if (Files.getFileStore(file).isReadOnly()) {
                return true;
            }
            PosixFileAttributeView rights = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            return rights == null
                    ? !file.toFile().canWrite()
                    : Collections.disjoint(rights.readAttributes().permissions(), WRITERS);
        } catch (IOException e) {
            return false;
        }
    }

    private @Nullable String reason() {
        if (READ_ONLY.matcher(url).find()) {
            return ReadOnlyAccess.BY_URL;
        }
        if (!writable.test(file)) {
            return "this program may not write the file " + named;
        }
        boolean needsNoNewFile = hasLog()
                ? writable.test(log) && writable.test(sharedMemory)
                : NO_JOURNAL_FILE.matcher(url).find();
        return writable.test(folder) || needsNoNewFile
                ? null
                : "this program may not write the folder of " + named + ", in which SQLite makes its journal";
    }

    private boolean hasLog() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] header = in.readNBytes(WRITE_VERSION + 1);
            return header.length > WRITE_VERSION && header[WRITE_VERSION] == OF_WRITE_AHEAD_LOG;
        } catch (IOException e) {
            return false; // the engine says why it cannot read it
        }
    }

    private static String with(String url, String name, String value) {
        String set = name + "=" + value;
        Matcher given = Pattern.compile("(?<=[?&])" + name + "=[^&]*").matcher(url);
        return given.find() ? given.replaceFirst(set) : url + (url.indexOf('?') < 0 ? "?" : "&") + set;
    }
}
