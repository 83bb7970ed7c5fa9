package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.transfer.Transfer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of an export: other programs compare them, and an export is repeatable only if they stay. */
class ExportedTextTest {

    @TempDir
    Path folder;

    record Money(BigDecimal amount, String currency) {}

    static class Item {
        long id;
        String text;
        char letter;
        boolean yes;
        byte little;
        int number;
        long large;
        float half;
        double real;
        BigDecimal decimal;
        BigInteger whole;
        byte[] bytes;
        LocalDate day;
        Instant instant;
        Money price;
        Item next;
        List<String> texts = new ArrayList<>();
        Map<String, Item> items = new LinkedHashMap<>();
    }

    private static Item item(Database db) {
        Item item = new Item();
        StringBuilder text = new StringBuilder();
        for (char letter = 0; letter < ' '; letter++) {
            text.append(letter);
        }
        item.text = text + "\"\\/'<>&\u007f\u0080\u00e9\u2027\u2028\u2029\u202a\ufeff\uffff\ud83d\ude00";
        item.letter = '\ud83d';
        item.yes = true;
        item.little = -128;
        item.number = Integer.MIN_VALUE;
        item.large = Long.MAX_VALUE;
        item.half = 0.1f;
        item.real = 1e300;
        item.decimal = new BigDecimal("1.50");
        item.whole = BigInteger.TEN.pow(30);
        item.bytes = new byte[] {0, -1, 16};
        item.day = LocalDate.of(2026, 12, 1);
        item.instant = Instant.parse("2026-12-01T10:15:30.123456789Z");
        item.price = new Money(new BigDecimal("1E+3"), null);
        item.next = item;
        item.texts.addAll(List.of("", "a"));
        item.texts.add(null);
        item.items.put("k", item);
        item.items.put("", null);
        db.store(item);
        Item plain = new Item();
        plain.large = -(1L << 53);
        plain.real = -0.0;
        plain.letter = '\u00e9';
        db.store(plain);
        return item;
    }

    @Test
    void aLineHasTheseBytes() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("items.db");
        try (Database db = Database.open(url, Model.of(Item.class))) {
            item(db);
        }
        new Transfer().export(url, Settings.defaults(), folder.resolve("out"));
        assertThat(Files.readString(folder.resolve("out").resolve("Item.jsonl")))
                .isEqualTo("""
                        {"class":"Item","id":1,"version":0,"values":{"text":"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\u0008\\t\\n\\u000b\\u000c\\r\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f\\"\\\\/'<>&\\u007f\u0080\u00e9\u2027\\u2028\\u2029\u202a\ufeff\uffff\ud83d\ude00","letter":"\\ud83d","yes":true,"little":-128,"number":-2147483648,"large":"9223372036854775807","half":0.1,"real":1.0E300,"decimal":"1.50","whole":"1000000000000000000000000000000","bytes":"00ff10","day":"2026-12-01","instant":"2026-12-01T10:15:30.123456789Z","price":{"amount":"1E+3","currency":null},"next":1,"texts":["","a",null],"items":[["k",1],["",null]]}}
                        {"class":"Item","id":2,"version":0,"values":{"text":null,"letter":"\u00e9","yes":false,"little":0,"number":0,"large":-9007199254740992,"half":0.0,"real":0.0,"decimal":null,"whole":null,"bytes":null,"day":null,"instant":null,"price":null,"next":null,"texts":[],"items":[]}}
                        """);
    }

    @Test
    void anAnswerHasTheSameLines() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("items.db");
        try (Database db = Database.open(url, Model.of(Item.class))) {
            item(db);
        }
        new Transfer().export(url, Settings.defaults(), folder.resolve("out"));
        new Transfer().export(url, Settings.defaults(), "Item", "ORDER BY id", folder.resolve("answer"));
        assertThat(folder.resolve("answer"))
                .hasSameBinaryContentAs(folder.resolve("out").resolve("Item.jsonl"));
    }

    /** Beyond the limits that readers of JSON have as a rule: 20 MB of a text, 50,000 letters of a name, 1,000 of a number. */
    @Test
    void theLargestTextsAndNumbersAreImported() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("items.db");
        Transfer.Result stored;
        try (Database db = Database.open(url, Model.of(Item.class))) {
            Item item = new Item();
            item.text = "a\u00e9\ud83d\ude00".repeat(6_000_000);
            item.decimal = new BigDecimal("9".repeat(1_000));
            item.whole = new BigInteger("7".repeat(1_000));
            db.store(item);
        }
        stored = new Transfer().export(url, Settings.defaults(), folder.resolve("out"));
        String other = "jdbc:sqlite:" + folder.resolve("other.db");
        assertThat(new Transfer().importFrom(other, Settings.defaults(), folder.resolve("out")))
                .isEqualTo(stored);
        assertThat(new Transfer().checksum(other, Settings.defaults())).isEqualTo(stored);
    }
}
