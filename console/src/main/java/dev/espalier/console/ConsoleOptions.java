package dev.espalier.console;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a console. Immutable.
 *
 * @param port the port; 0 lets the system choose a free one
 * @param timeout the longest time that one request may take; its statement is cancelled then
 * @param rows the maximum number of rows, members or nodes in one answer
 * @param isWritable whether the page may change objects
 * @param remote access from other machines; null for none
 * @param lab the folder of a run of the lab, whose figures are shown while it runs; null for none
 * @param links receives each link to open in a browser; null for nobody
 */
public record ConsoleOptions(
        int port,
        Duration timeout,
        int rows,
        boolean isWritable,
        @Nullable RemoteAccess remote,
        @Nullable Path lab,
        @Nullable Consumer<String> links) {

    /** Makes options. */
    public ConsoleOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: found " + port + "; expected 0 to 65535");
        }
        if (Objects.requireNonNull(timeout).isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: found " + timeout + "; expected more than zero");
        }
        if (rows < 1) {
            throw new IllegalArgumentException("rows: found " + rows + "; expected 1 or more");
        }
    }

    /**
     * Returns the default options: any free port of the loopback address, one minute, 1,000 rows, nothing can be changed.
     *
     * @return the options
     */
    public static ConsoleOptions defaults() {
        return new ConsoleOptions(0, Duration.ofMinutes(1), 1_000, false, null, null, null);
    }

    /**
     * Sets the port.
     *
     * @param other the port; 0 lets the system choose
     * @return the changed copy
     */
    public ConsoleOptions withPort(int other) {
        return new ConsoleOptions(other, timeout, rows, isWritable, remote, lab, links);
    }

    /**
     * Sets the longest time that one request may take.
     *
     * @param other the time, more than zero
     * @return the changed copy
     */
    public ConsoleOptions withTimeout(Duration other) {
        return new ConsoleOptions(port, other, rows, isWritable, remote, lab, links);
    }

    /**
     * Sets the maximum number of rows, members or nodes in one answer.
     *
     * @param other the number, at least 1
     * @return the changed copy
     */
    public ConsoleOptions withRows(int other) {
        return new ConsoleOptions(port, timeout, other, isWritable, remote, lab, links);
    }

    /**
     * Lets the page change, create and delete objects.
     *
     * @return the changed copy
     */
    public ConsoleOptions withWrite() {
        return new ConsoleOptions(port, timeout, rows, true, remote, lab, links);
    }

    /**
     * Sets access from other machines. Without it, the console listens on the loopback address only.
     *
     * @param other the address, the certificate and the password
     * @return the changed copy
     */
    public ConsoleOptions withRemoteAccess(RemoteAccess other) {
        return new ConsoleOptions(port, timeout, rows, isWritable, Objects.requireNonNull(other), lab, links);
    }

    /**
     * Sets the folder of a run of the lab, whose figures the page shows while it runs.
     *
     * @param other the folder; it need not exist yet
     * @return the changed copy
     */
    public ConsoleOptions withLab(Path other) {
        return new ConsoleOptions(port, timeout, rows, isWritable, remote, Objects.requireNonNull(other), links);
    }

    /**
     * Sets the receiver of the link to open in a browser: it is called at the start, and again each time one was used, because a link works once.
     *
     * @param other is called with each link
     * @return the changed copy
     */
    public ConsoleOptions withLinks(Consumer<String> other) {
        return new ConsoleOptions(port, timeout, rows, isWritable, remote, lab, Objects.requireNonNull(other));
    }
}
