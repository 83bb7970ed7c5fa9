package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.store.LargestDecimalsTest.Account;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.StoreException;
import dev.espalier.transfer.Transfer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                ChangedExport.replaceHash(export, exported, Files.readString(file));
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
                ChangedExport.replaceHash(export, huger, exported);
            }
        }
    }
}
