package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Settings;
import dev.espalier.error.StoreException;
import dev.espalier.transfer.Transfer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An export in which a file was changed, and its hashes too. */
final class ChangedExport {

    private ChangedExport() {}

    /** As somebody does who means the change. */
    static void replaceHash(Path export, String before, String after) throws Exception {
        assertThat(after).isNotEqualTo(before);
        try (Stream<Path> files = Files.list(export)) {
            for (Path file : files.toList()) {
                Files.writeString(file, Files.readString(file).replace(hash(before), hash(after)));
            }
        }
        StoreException changed = catchThrowableOfType(
                StoreException.class,
                () -> new Transfer()
                        .importFrom("jdbc:sqlite:" + export.resolveSibling("other.db"), Settings.defaults(), export));
        Matcher hashes = Pattern.compile("found the SHA-256 (\\w+) of its content; expected (\\w+)")
                .matcher(String.valueOf(changed.getMessage()));
        assertThat(hashes.find()).isTrue();
        Path manifest = export.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace(hashes.group(2), hashes.group(1)));
    }

    private static String hash(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
