package dev.espalier.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference and the JSON schema say what the parser does. */
class ModelFileDocumentsTest {

    private static final Path REFERENCE = Path.of("../docs/reference/model-yaml.md");
    private static final Path SCHEMA = Path.of("../docs/reference/espalier-model.schema.json");

    @Test
    void theExamplesOfTheReferenceAreModels() throws IOException {
        List<MatchResult> examples = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(Files.readString(REFERENCE))
                .results()
                .toList();
        assertThat(examples).isNotEmpty();
        for (MatchResult example : examples) {
            assertThat(YamlModel.parse(example.group(1), "model-yaml.md").toModel())
                    .isNotNull();
        }
    }

    @Test
    void theReferenceNamesEachKey() throws IOException {
        String text = Files.readString(REFERENCE);
        String table = text.substring(text.indexOf("## Keys"), text.indexOf("## Types"));
        for (List<String> keys :
                List.of(Keys.OF_FILE, Keys.OF_CLASS, Keys.OF_BOUNDS, Keys.OF_RECORD, Keys.OF_ENUM, Keys.OF_ATTRIBUTE)) {
            assertThat(table).contains(keys.stream().map(key -> "`" + key + "`").toArray(String[]::new));
        }
    }

    @Test
    void theSchemaHasTheKeysOfTheParser() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(SCHEMA.toFile());
        assertThat(keys(schema)).containsExactlyElementsOf(Keys.OF_FILE);
        assertThat(keys(schema.at("/definitions/class"))).containsExactlyElementsOf(Keys.OF_CLASS);
        assertThat(keys(schema.at("/definitions/bounds"))).containsExactlyElementsOf(Keys.OF_BOUNDS);
        assertThat(keys(schema.at("/definitions/record"))).containsExactlyElementsOf(Keys.OF_RECORD);
        assertThat(keys(schema.at("/definitions/enum/anyOf/1"))).containsExactlyElementsOf(Keys.OF_ENUM);
        assertThat(keys(schema.at("/definitions/attribute/anyOf/1"))).containsExactlyElementsOf(Keys.OF_ATTRIBUTE);
        assertThat(schema.at("/properties/espalier/enum/0").asText()).isEqualTo(Keys.VERSION);
    }

    private static List<String> keys(JsonNode type) {
        assertThat(type.get("additionalProperties").asBoolean(true)).isFalse();
        List<String> keys = new ArrayList<>();
        type.get("properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }
}
