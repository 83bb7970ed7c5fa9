package dev.espalier.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.tables.DescriptionRows;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class ManifestTest {

    private static final Manifest MANIFEST = new Manifest(
            8,
            "0123",
            "both",
            new DescriptionRows(
                    3,
                    List.of(List.of("1", "class", "\u00e9\ud83d\ude00"), List.of("2", "attribute", "")),
                    List.of(),
                    List.of(List.of("a\t\"b\"\n"))),
            List.of(
                    new Manifest.File("Order", "Order.jsonl", 7, "ab"),
                    new Manifest.File("Line", "Line.jsonl", 0, "cd")));

    @Test
    void aManifestHasThisText() throws Exception {
        assertThat(MANIFEST.text()).isEqualTo("""
                        {"format":"espalier-export-3","nextId":8,"checksum":"0123","files":[
                        {"class":"Order","file":"Order.jsonl","objects":7,"sha256":"ab"}
                        ,{"class":"Line","file":"Line.jsonl","objects":0,"sha256":"cd"}],"indexes":"both","nextNumber":3,"attributes":[
                        ["1","class","\u00e9\ud83d\ude00"]
                        ,["2","attribute",""]],"columns":[],"facts":[
                        ["a\\t\\"b\\"\\n"]]
                        ,"sha256":"9919703781320e4f2be52b4720a012044aa2eb8b2198b0e07fc618d36be88966"}
                        """);
    }

    @Test
    void itsTextIsReadAgain() throws Exception {
        assertThat(Manifest.read(new StringReader(MANIFEST.text()), "manifest.json"))
                .isEqualTo(MANIFEST);
    }

    /** The rows of that one have fewer values. */
    @Test
    void theManifestOfTheFormerFormatIsRefusedByItsFormat() throws Exception {
        String former = MANIFEST.text().replaceFirst("espalier-export-[0-9]+", "espalier-export-2");
        assertThatThrownBy(() -> Manifest.read(new StringReader(former), "manifest.json"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("found the format espalier-export-2");
    }
}
