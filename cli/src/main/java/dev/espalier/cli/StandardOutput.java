package dev.espalier.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * The standard output of the command. A {@link PrintStream} forgets why it could not write: a full disk would cut what a command prints, and the command
 * would end well. For one thread at a time.
 */
final class StandardOutput extends OutputStream {

    /** If everything was done, but not all of it was written. */
    static final int NOT_WRITTEN = 2;

    private final OutputStream to;
    private @Nullable IOException failure;

    StandardOutput(OutputStream to) {
        this.to = to;
    }

    /** The stream that the program prints to. */
    PrintStream stream() {
        String charset = System.getProperty(
                "stdout.encoding",
                System.getProperty(
                        "sun.stdout.encoding", Charset.defaultCharset().name()));
        return new PrintStream(new BufferedOutputStream(this), true, Charset.forName(charset));
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            to.write(bytes, from, count);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** @throws IOException why something could not be written */
    void requireWritten() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Prints why something could not be written, and returns the exit code. A reader that has closed the pipe, such as {@code head}, has what it wanted.
     *
     * @param code the exit code of the command
     */
    int end(int code, PrintWriter err) {
        if (failure == null || String.valueOf(failure.getMessage()).contains("Broken pipe")) {
            return code;
        }
        err.println("espalier: standard output: " + failure.getMessage() + "; what was printed is not complete");
        err.flush();
        return code == 0 ? NOT_WRITTEN : code;
    }
}
