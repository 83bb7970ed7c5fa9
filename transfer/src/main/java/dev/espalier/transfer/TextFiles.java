package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.FILE;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.espalier.error.StoreException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Text files in UTF-8, with a digest of their bytes. */
final class TextFiles {

    private static final int BUFFER = 64 * 1024;

    private TextFiles() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Makes a file. */
    static OutputStream create(Path file, MessageDigest digest) throws IOException {
        return new DigestOutputStream(
                new BufferedOutputStream(
                        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), BUFFER),
                digest);
    }

    /** Opens a file; bytes that are no UTF-8 fail. */
    static Reader open(Path file, MessageDigest digest) throws IOException {
        return new InputStreamReader(
                new DigestInputStream(Files.newInputStream(file), digest),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /** Says in a sentence what is wrong with a file. */
    static StoreException failed(Path file, IOException e) {
        if (e instanceof JsonProcessingException json) {
            return Json.refused(file.toString(), json);
        }
        String what = e instanceof NoSuchFileException
                ? "there is no such file"
                : e instanceof AccessDeniedException denied
                        ? "access to " + denied.getFile() + " is denied"
                        : e instanceof FileAlreadyExistsException
                                ? "found it already; expected a new file"
                                : e instanceof CharacterCodingException
                                        ? "found bytes that are no UTF-8"
                                        : e.getMessage();
        return new StoreException(FILE, file + ": " + what, e);
    }
}
