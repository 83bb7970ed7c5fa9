package dev.espalier.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Reads requests and writes answers. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(20).build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final ObjectWriter WRITER = MAPPER.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Reads an object. */
    static JsonNode read(byte[] text) {
        try {
            JsonNode read = MAPPER.readTree(text);
            if (!read.isObject()) {
                throw new RequestException("found " + read.getNodeType() + "; expected an object of JSON");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new RequestException("found no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new RequestException("found no JSON");
        }
    }

    static String write(JsonNode json) {
        return json.toString();
    }

    /** Writes it as UTF-8, piece by piece. */
    static void write(JsonNode json, OutputStream out) throws IOException {
        // Half of a surrogate pair becomes a question mark.
        Writer letters = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        WRITER.writeValue(letters, json);
        letters.flush();
    }

    /** Returns the length of what {@link #write(JsonNode, OutputStream)} writes. */
    static long countBytes(JsonNode json) throws IOException {
        Counter counter = new Counter();
        write(json, counter);
        return counter.bytes;
    }

    private static final class Counter extends OutputStream {
        private long bytes;

        @Override
        public void write(int one) {
            bytes++;
        }

        @Override
        public void write(byte[] piece, int from, int length) {
            bytes += length;
        }
    }

    static ObjectNode error(String code, String message) {
        ObjectNode answer = object();
        answer.putObject("error").put("code", code).put("message", message);
        return answer;
    }

    /** @param position in the text of the query, from 1 */
    static ObjectNode error(String code, String message, int position) {
        ObjectNode answer = error(code, message);
        answer.withObject("/error").put("position", position);
        return answer;
    }
}
