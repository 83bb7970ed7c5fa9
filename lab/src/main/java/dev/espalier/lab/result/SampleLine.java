package dev.espalier.lab.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import dev.espalier.lab.measure.ResourceSample;
import java.io.IOException;

/** Writes each sample on a line of its own: an hour has 3,600, and a line for each figure made a result three times as large. */
final class SampleLine extends JsonSerializer<ResourceSample> {

    private static final ObjectMapper PLAIN = new ObjectMapper();

    @Override
    public void serialize(ResourceSample sample, JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeRawValue("\n" + PLAIN.writeValueAsString(sample));
    }
}
