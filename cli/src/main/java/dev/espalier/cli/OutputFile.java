package dev.espalier.cli;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.StoreException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A text file in UTF-8 that has its name when it is whole. */
final class OutputFile {

    private OutputFile() {}

    /**
     * Writes a file.
     *
     * @param file a new one
     * @param print prints what is in it
     * @throws StoreException {@code file} if it is there, or cannot be written; nothing is left then
     */
    static void write(Path file, Consumer<PrintWriter> print) {
        try {
            requireNew(file);
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Files.createDirectories(folder);
            Path part = folder.resolve("espalier-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".part");
            try {
                try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW)) {
                    StandardOutput kept = new StandardOutput(out);
                    PrintWriter writer = new PrintWriter(new OutputStreamWriter(
                            new BufferedOutputStream(kept), StandardCharsets.UTF_8.newEncoder()));
                    print.accept(writer);
                    boolean hasFailed = writer.checkError();
                    kept.requireWritten();
                    if (hasFailed) { // the encoder has refused a letter
                        throw new CharacterCodingException();
                    }
                }
                requireNew(file);
                Files.move(part, file);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (FileAlreadyExistsException e) {
            throw new StoreException(ErrorCode.FILE, file + ": found it already; expected a new file", e);
        } catch (CharacterCodingException e) {
            throw new StoreException(
                    ErrorCode.FILE,
                    file + ": found half of a surrogate pair, which UTF-8 does not have; JSON escapes it",
                    e);
        } catch (AccessDeniedException e) {
            throw new StoreException(ErrorCode.FILE, file + ": access to " + e.getFile() + " is denied", e);
        } catch (IOException e) {
            throw new StoreException(ErrorCode.FILE, file + ": " + e.getMessage(), e);
        }
    }

    private static void requireNew(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
    }
}
