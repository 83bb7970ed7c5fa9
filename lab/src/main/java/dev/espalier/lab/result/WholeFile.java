package dev.espalier.lab.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files atomically: a reader sees the old one or the new one. On a full disk the old one is kept. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Writes a file.
     *
     * @param file in a folder that exists
     * @param text what
     * @return the file
     */
    public static Path write(Path file, String text) throws IOException {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a file.
     *
     * @param file in a folder that exists
     * @param bytes what
     * @return the file
     */
    public static Path write(Path file, byte[] bytes) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".half");
        try {
            Files.write(half, bytes);
            return Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            IOException named = e instanceof FileSystemException
                    ? e
                    : new FileSystemException(file.toString(), null, e.getMessage());
            try {
                Files.deleteIfExists(half);
            } catch (IOException left) {
                named.addSuppressed(left);
            }
            throw named;
        }
    }
}
