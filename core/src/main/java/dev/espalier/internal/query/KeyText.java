package dev.espalier.internal.query;

import static dev.espalier.error.ErrorCode.BAD_PAGE_KEY;

import dev.espalier.error.QueryException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The text of page keys of one query, for a URL: the content with what it takes to know that it came from this query, whole.
 *
 * <pre>
 * version (1 byte) | of the query (4 bytes) | of all that follows (4 bytes) | content
 * </pre>
 *
 * Keys come back from outside, from anyone: what is read is checked to the last bit, and is only ever compared with what the database has.
 */
final class KeyText {

    private static final byte VERSION = 1;
    private static final int CHECK = 4;

    /** So many characters of a key a message shows. */
    private static final int SHOWN = 60;

    /** Of the question. */
    private final byte[] check;

    private final String text;

    /**
     * @param question all that a query's answer and its order depend on
     * @param text what an error shows: the query's text, or the selection's
     */
    KeyText(String question, String text) {
        this.check = check(question.getBytes(StandardCharsets.UTF_8));
        this.text = text;
    }

    /** Writes a part of the content. */
    interface Writer {

        void write(DataOutputStream out) throws IOException;
    }

    /** Reads the content. */
    interface Reader<T> {

        T read(DataInputStream in) throws IOException;
    }

    String write(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is none in memory
        }
        byte[] content = bytes.toByteArray();
        ByteBuffer key = ByteBuffer.allocate(1 + 2 * CHECK + content.length);
        key.put(VERSION).put(check).put(check(content)).put(content);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.array());
    }

    /** @throws QueryException {@code bad-page-key} whatever is wrong with it */
    <T> T read(String key, Reader<T> reader) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(key);
        } catch (IllegalArgumentException e) {
            throw bad(key, "it is no key of a page");
        }
        if (bytes.length == 0 || bytes[0] != VERSION) {
            throw bad(key, "it is no key of a page, or one of another version of Espalier");
        }
        byte[] content = Arrays.copyOfRange(bytes, Math.min(bytes.length, 1 + 2 * CHECK), bytes.length);
        if (bytes.length < 1 + 2 * CHECK || !Arrays.equals(bytes, 1 + CHECK, 1 + 2 * CHECK, check(content), 0, CHECK)) {
            throw bad(key, "it is damaged");
        }
        if (!Arrays.equals(bytes, 1, 1 + CHECK, check, 0, CHECK)) {
            throw bad(key, "it was made by another query, or by this one with other values of its parameters");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
            T position = reader.read(in);
            if (in.read() < 0) {
                return position;
            }
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
            // as with a key that goes on
        }
        throw bad(key, "it is damaged");
    }

    private QueryException bad(String key, String what) {
        String found = key.replaceAll("\\p{Cntrl}", " ");
        return new QueryException(
                BAD_PAGE_KEY,
                text,
                1,
                what + ": found '" + (found.length() > SHOWN ? found.substring(0, SHOWN) + "..." : found)
                        + "'; expected the key that came with the page before, or null for the first page");
    }

    private static byte[] check(byte[] content) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(content), CHECK);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
