package dev.espalier.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class ManifestTest {

    private static final Manifest MANIFEST = new Manifest(
            8,
            "0123",
            Map.of("model", "a\t\"b\"\n", "classes", "\u00e9\ud83d\ude00"),
            List.of(
                    new Manifest.File("Order", "Order.jsonl", 7, "ab"),
                    new Manifest.File("Line", "Line.jsonl", 0, "cd")));

    @Test
    void aManifestHasThisText() throws Exception {
        assertThat(MANIFEST.text()).isEqualTo("""
                        {"format":"espalier-export-1","nextId":8,"checksum":"0123","files":[
                        {"class":"Order","file":"Order.jsonl","objects":7,"sha256":"ab"}
                        ,{"class":"Line","file":"Line.jsonl","objects":0,"sha256":"cd"}],"catalog":{
                        "classes":"\u00e9\ud83d\ude00"
                        ,"model":"a\\t\\"b\\"\\n"}
                        ,"sha256":"5d1b6ddaf70a74387a1233a89cb7543176d6ba7f0eda22198f18b2d71d893a16"}
                        """);
    }

    @Test
    void itsTextIsReadAgain() throws Exception {
        assertThat(Manifest.read(new StringReader(MANIFEST.text()), "manifest.json"))
                .isEqualTo(MANIFEST);
    }
}
