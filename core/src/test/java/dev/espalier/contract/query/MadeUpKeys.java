package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Page;
import dev.espalier.error.QueryException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Page keys that nobody was given: whoever knows their form can make them up. For one thread. */
final class MadeUpKeys {

    /** The bytes before the content: the version, the check of the query, the check of the content. */
    private static final int HEAD = 9;

    private final Random random;

    MadeUpKeys(Random random) {
        this.random = random;
    }

    /** Asks for pages by keys like a given one, and returns how many are pages; every other one has to be a query's error. */
    int pages(int keys, String like, Function<String, Page<?>> page) {
        byte[] key = Base64.getUrlDecoder().decode(like);
        int pages = 0;
        for (int i = 0; i < keys; i++) {
            pages += isPage(page, other(key)) ? 1 : 0;
        }
        return pages;
    }

    private byte[] other(byte[] key) {
        int more = random.nextInt(4) == 0 ? random.nextInt(20) - 4 : 0;
        byte[] other = Arrays.copyOf(key, Math.max(HEAD, key.length + more));
        for (int i = 0; i <= random.nextInt(4) && other.length > HEAD; i++) {
            other[HEAD + random.nextInt(other.length - HEAD)] = List.of(
                            (byte) 0, (byte) 1, (byte) 0x7f, (byte) 0xff, (byte) random.nextInt(256))
                    .get(random.nextInt(5));
        }
        return other;
    }

    private static boolean isPage(Function<String, Page<?>> page, byte[] key) {
        try {
            return page.apply(checked(key)) != null;
        } catch (QueryException e) {
            assertThat(e.code()).isEqualTo("bad-page-key");
            return false;
        }
    }

    private static String checked(byte[] key) {
        try {
            byte[] check = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOfRange(key, HEAD, key.length));
            System.arraycopy(check, 0, key, 5, 4);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
