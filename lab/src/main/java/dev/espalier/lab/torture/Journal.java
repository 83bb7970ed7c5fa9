package dev.espalier.lab.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The journal of one client thread, in a file that survives its process: one line before each operation, one after it. An operation counts
 * as acknowledged once its line is on disk. For one thread.
 */
final class Journal implements Load.Listener, AutoCloseable {

    private static final String STARTS = "starts";

    private final FileChannel file;

    Journal(Path path) throws IOException {
        this.file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void starts(Operation operation) {
        write(STARTS + " " + operation + "\n");
    }

    @Override
    public void ended(Event event) {
        String text = event.outcome() + " " + event.operation() + " " + event.result() + " " + event.code() + " "
                + event.message();
        write(text.replaceAll("\\R", " ") + "\n");
        try {
            file.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Reads the events of a file. The outcome of an unfinished operation is unknown; half a line is ignored. */
    static List<Event> read(Path path) throws IOException {
        List<Event> events = new ArrayList<>();
        Operation open = null;
        String text = Files.readString(path);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
            String[] words = line.split(" ", 9);
            if (words[0].equals(STARTS)) {
                open = Operation.parse(words, 1);
            } else if (words.length == 9) {
                if (open == null) {
                    throw new IllegalStateException(path + ": found an outcome before any operation");
                }
                String code = words[7].equals("null") ? null : words[7];
                events.add(new Event(
                        open,
                        Event.Outcome.valueOf(words[0]),
                        Long.parseLong(words[6]),
                        code,
                        code == null ? null : words[8]));
                open = null;
            }
        }
        if (open != null) {
            events.add(Event.unfinished(open));
        }
        return events;
    }
}
