package dev.espalier.lab.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Target;

/**
 * Empties caches as far as the lab may, and says how far it came. Levels: {@code cold}: the server was restarted, or the file is closed,
 * and the operating system has dropped its pages; {@code restarted}: the server was, but pages may lie in the operating system's memory or
 * were loaded back by the server; {@code reopened}: the file is closed, its pages may be in memory; {@code warm}: nothing could be done.
 *
 * @param level the level that was reached
 * @param proof what shows it
 */
record ColdCache(String level, String proof) {

    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    /** Empties the caches of a target whose sessions are all closed. */
    static ColdCache reach(Target target) {
        if (target.engine() == Engine.SQLITE) {
            boolean dropped = dropPages();
            return new ColdCache(dropped ? "cold" : "reopened", dropped ? "file closed, operating system's pages dropped"
                    : "file closed; only root may drop the operating system's pages");
        }
        if (target.server().isEmpty()) {
            return new ColdCache("warm", "the lab does not manage this server");
        }
        target.server().get().restart();
        boolean dropped = dropPages();
        long inMemory = bytesInMemory(target);
        boolean empty = inMemory < EMPTY_POOL_BYTES;
        return new ColdCache(dropped && empty ? "cold" : "restarted", "server restarted, operating system's pages "
                + (dropped ? "dropped" : "kept") + (inMemory < 0 ? "" : ", " + inMemory / 1_000_000 + " MB in the server's buffer pool"));
    }

    /** A pool with less is as empty as InnoDB starts: its own dictionary and undo pages. */
    private static final long EMPTY_POOL_BYTES = 64_000_000;

    private static long bytesInMemory(Target target) {
        if (target.engine() != Engine.MYSQL && target.engine() != Engine.MARIADB) {
            return -1;
        }
        try (Connection connection = target.connect(); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_bytes_data'")) {
            return row.next() ? row.getLong(2) : -1;
        } catch (SQLException e) {
            return -1;
        }
    }

    private static boolean dropPages() {
        if (!Files.isWritable(DROP_CACHES)) {
            return false;
        }
        try {
            // dirty pages are not dropped: written first
            new ProcessBuilder("sync").start().waitFor();
            Files.write(DROP_CACHES, "1\n".getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
