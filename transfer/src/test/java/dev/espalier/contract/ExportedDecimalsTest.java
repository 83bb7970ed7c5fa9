package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.LargestDecimalsTest.Account;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.StoreException;
import dev.espalier.transfer.Transfer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers in an export with so many digits that computing with them takes minutes. */
class ExportedDecimalsTest {

    @Test
    void exportWithADecimalBeyondAllEnginesIsRefused(@TempDir Path folder) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("accounts.db");
        try (Database db = Database.open(url, Model.of(Account.class))) {
            Account account = new Account();
            account.amount = new BigDecimal("7.25");
            account.total = BigInteger.valueOf(7_000_001);
            db.store(account);
        }
        Path export = folder.resolve("export");
        new Transfer().export(url, Settings.defaults(), export);
        Path file = export.resolve("Account.jsonl");
        String exported = Files.readString(file);
        for (String huge : List.of("1e30000000", "1e-30000000", "9".repeat(200_000))) {
            for (String found : List.of("7.25", "7000001")) {
                Files.writeString(file, exported.replaceAll("\"?" + found + "\"?", "\"" + huge + "\""));
                replaceHash(export, exported, Files.readString(file));
                StoreException refused = catchThrowableOfType(
                        StoreException.class,
                        () -> new Transfer()
                                .importFrom("jdbc:sqlite:" + folder.resolve("other.db"), Settings.defaults(), export));
                assertThat(refused)
                        .as(found)
                        .returns(ErrorCode.BAD_EXPORT, StoreException::errorCode)
                        .satisfies(e -> assertThat(e.getMessage())
                                .hasSizeLessThan(500)
                                .contains("expected a", huge.substring(0, 10)));
                String huger = Files.readString(file);
                Files.writeString(file, exported);
                replaceHash(export, huger, exported);
            }
        }
    }

    /** As somebody does who means the change. */
    private static void replaceHash(Path export, String before, String after) throws Exception {
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
