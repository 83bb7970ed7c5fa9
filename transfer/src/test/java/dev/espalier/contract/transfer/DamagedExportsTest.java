package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.StoreException;
import dev.espalier.transfer.Transfer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports whose files are not the JSON of an export, with hashes that fit. Nothing of them is imported. */
class DamagedExportsTest {

    @TempDir
    Path folder;

    record Size(int width, int height) {}

    static class Parcel {
        long id;
        String name;
        int number;
        double weight;
        Size size;
        Parcel next;
        Map<String, Integer> codes = new LinkedHashMap<>();
    }

    private Path export;
    private Path lines;

    @BeforeEach
    void export() {
        export = folder.resolve("export");
        lines = export.resolve("Parcel.jsonl");
        String url = "jdbc:sqlite:" + folder.resolve("parcels.db");
        try (Database db = Database.open(url, Model.of(Parcel.class))) {
            for (int i = 0; i < 2; i++) {
                Parcel parcel = new Parcel();
                parcel.name = "n";
                parcel.number = 77;
                parcel.weight = 0.5;
                parcel.size = new Size(3, 4);
                parcel.codes.put("k", 5);
                db.store(parcel);
            }
        }
        new Transfer().export(url, Settings.defaults(), export);
    }

    private StoreException imported() {
        return catchThrowableOfType(
                StoreException.class,
                () -> new Transfer()
                        .importFrom("jdbc:sqlite:" + folder.resolve("other.db"), Settings.defaults(), export));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"number\":77 | \"number\":007 | Leading zeroes",
                "\"id\":2 | \"id\":02 | Leading zeroes",
                "\"id\":2 | \"id\":2,\"id\":2 | 'id'",
                "\"version\":0 | \"version\":0,\"version\":0 | 'version'",
                "\"number\":77 | \"number\":77,\"number\":78 | 'number'",
                "\"width\":3 | \"width\":2,\"width\":3 | 'width'",
                "\"class\":\"Parcel\" | \"class\":\"Parcel\",\"class\":\"Parcel\" | 'class'",
                "\"weight\":0.5 | \"weight\":NaN | 'NaN'",
                "\"weight\":0.5 | \"weight\":\"NaN\" | found 'NaN'; expected a number",
                "\"weight\":0.5 | \"weight\":1e400 | found Infinity; only finite numbers are kept",
                "\"weight\":0.5 | \"weight\":.5 | '.'",
                "\"weight\":0.5 | \"weight\":+0.5 | '+'",
                "\"weight\":0.5 | \"weight\":0. | digit",
                "\"weight\":0.5 | \"weight\":'x' | '''",
                "\"weight\":0.5 | \"weight\":nul | 'nul'",
                "\"name\":\"n\" | \"name\":\"\\q\" | escape",
                "\"name\":\"n\" | \"name\":\"\\u12g4\" | digit",
                "\"name\":\"n\" | \"name\":7 | found '7'; expected a text",
                "\"name\":\"n\" | \"name\":[] | found an array; expected a value",
                "\"name\":\"n\" | \"nome\":\"n\" | found \"nome\"; expected an attribute of Parcel",
                "\"name\":\"n\" | \"name\":\"n\", | ','",
                "[[\"k\",5]] | [[\"k\",5}] | ']'",
                "[[\"k\",5]] | [[\"k\",5,6]] | expected the end of an array",
                "[[\"k\",5]] | [[\"k\",5],] | ']'",
                "[[\"k\",5]] | [\"k\",5] | Parcel 2.codes: found a text; expected an array of key and value",
                "[[\"k\",5]] | {} | found an object; expected an array for codes",
                "\"size\":{ | \"size\":3,\"more\":{ | expected an object",
                "\"values\":{ | \"values\":7,\"more\":{ | expected an object",
                "\"next\":null | \"next\":true | found true; expected a whole number from 1",
                "\"class\":\"Parcel\" | \"class\":\"Order\" | found the class Order; expected Parcel",
                "}}<end> | }}{<end> | found the end of the file",
                "}}<end> | }}}<end> | '}'",
                "}}<end> | }},<end> | ','",
                "}}<end> | }} more<end> | 'more'",
                "}}<end> | }}7<end> | found a number; expected an object",
                "}}<end> | }<end> | found the end of the file",
            })
    void anotherLineThanThatOfAnExportIsRefused(String found, String changed, String said) throws Exception {
        String before = Files.readString(lines);
        int second = before.indexOf('\n') + 1;
        String after = before.substring(0, second)
                + (before.substring(second, before.length() - 1) + "<end>")
                        .replace(found, changed)
                        .replace("<end>", "\n");
        Files.writeString(lines, after);
        ChangedExport.replaceHash(export, before, after);
        StoreException refused = imported();
        assertThat(refused).isNotNull().returns(ErrorCode.BAD_EXPORT, StoreException::errorCode);
        assertThat(refused).hasMessageStartingWith(lines + ", line ").hasMessageContaining(said);
        assertThat(refused.getMessage())
                .matches("(?s).*, line [23]: .*")
                .doesNotContain("Source", "Feature")
                .containsAnyOf("expected", "only");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"format\" | {\"other\":[1},\"format\" | ']'",
                "{\"format\" | {\"nextId\":7,\"format\" | 'nextId'",
                "{\"format\" | {\"other\":{\"a\":1,\"a\":2},\"format\" | 'a'",
                "{\"format\" | {\"other\":NaN,\"format\" | 'NaN'",
                "{\"format\" | {\"other\":007,\"format\" | Leading zeroes",
                "\"files\":[ | \"files\":7,\"more\":[ | expected an array",
                "\"facts\":[ | \"facts\":7,\"more\":[ | found a number; expected an array of rows",
                "\"facts\":[ | \"facts\":[7], \"more\":[ | found a number; expected an array of values",
                "\"facts\":[ | \"facts\":[[7]], \"more\":[ | found a number; expected a text",
                "}<end> | }{}<end> | expected the end of the file",
                "}<end> | } more<end> | 'more'",
                "}<end> | <end> | found the end of the file",
            })
    void anotherManifestThanThatOfAnExportIsRefused(String found, String changed, String said) throws Exception {
        Path manifest = export.resolve("manifest.json");
        String before = Files.readString(manifest);
        String after = (before.substring(0, before.length() - 1) + "<end>")
                .replace(found, changed)
                .replace("<end>", "\n");
        assertThat(after).isNotEqualTo(before);
        Files.writeString(manifest, after);
        StoreException refused = imported();
        assertThat(refused).isNotNull().returns(ErrorCode.BAD_EXPORT, StoreException::errorCode);
        assertThat(refused).hasMessageStartingWith(manifest + ", line ").hasMessageContaining(said);
        assertThat(refused.getMessage()).doesNotContain("Source", "Feature").contains("expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "[]", "7"})
    void aManifestThatIsNoObjectIsRefused(String text) throws Exception {
        Files.writeString(export.resolve("manifest.json"), text);
        assertThat(imported())
                .returns(ErrorCode.BAD_EXPORT, StoreException::errorCode)
                .hasMessageContaining("; expected an object");
    }

    @Test
    void bytesThatAreNoPlainUtf8AreRefused() throws Exception {
        byte[] before = Files.readAllBytes(lines);
        String text = new String(before, StandardCharsets.UTF_8);
        for (byte[] changed : List.of(
                ("\ufeff" + text).getBytes(StandardCharsets.UTF_8),
                text.getBytes(StandardCharsets.UTF_16),
                text.getBytes(StandardCharsets.UTF_16LE),
                text.replace("\"n\"", "\"\u00e9\"").getBytes(StandardCharsets.ISO_8859_1))) {
            Files.write(lines, changed);
            StoreException refused = imported();
            assertThat(refused).isNotNull();
            assertThat(refused).hasMessageStartingWith(lines.toString());
            assertThat(refused.getMessage()).doesNotContain("SHA-256");
        }
    }

    @Test
    void whiteSpaceAndTheOrderOfMembersDoNotCount() throws Exception {
        String before = Files.readString(lines);
        String after = before.replace("{", "{ ").replace(",", "\r\n\t, ").replace(":", " : ");
        Files.writeString(lines, after);
        ChangedExport.replaceHash(export, before, after);
        assertThat(new Transfer().importFrom("jdbc:sqlite:" + folder.resolve("new.db"), Settings.defaults(), export))
                .returns(2L, Transfer.Result::objects);
    }
}
