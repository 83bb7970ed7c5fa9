package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_EXPORT;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.tables.DescriptionRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code manifest.json} of an export: what the database says of its model, the files, and the checksum. It is written last: an export without it has
 * not ended. Immutable.
 *
 * @param nextId the first id that no object has had
 * @param checksum of the database, see {@link DatabaseChecksum#digits()}
 * @param level the name of the index level
 * @param catalog the rows of the catalog's tables
 */
record Manifest(long nextId, String checksum, String level, DescriptionRows catalog, List<File> files) {

    static final String NAME = "manifest.json";

    private static final String FORMAT = "espalier-export-3";

    /**
     * One file.
     *
     * @param sha256 of its bytes, as hexadecimal digits
     */
    record File(String className, String name, long objects, String sha256) {}

    Manifest {
        files = List.copyOf(files);
    }

    /** Returns it as text, with the SHA-256 of its content. */
    String text() throws IOException {
        return new String(bytes(sha256()), StandardCharsets.UTF_8);
    }

    /** Of the text without this member: it does not depend on white space and on the order of members in the file. */
    private String sha256() throws IOException {
        return HexFormat.of().formatHex(TextFiles.sha256().digest(bytes(null)));
    }

    private byte[] bytes(@Nullable String sha256) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Json.writer(bytes)) {
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeNumberField("nextId", nextId);
            json.writeStringField("checksum", checksum);
            json.writeArrayFieldStart("files");
            for (File file : files) {
                write(file, json);
            }
            json.writeEndArray();
            json.writeStringField("indexes", level);
            json.writeNumberField("nextNumber", catalog.next());
            write("attributes", catalog.attributes(), json);
            write("columns", catalog.columns(), json);
            write("facts", catalog.facts(), json);
            if (sha256 != null) {
                json.writeRaw('\n');
                json.writeStringField("sha256", sha256);
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }
        return bytes.toByteArray();
    }

    private static void write(File file, JsonGenerator json) throws IOException {
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeStringField("class", file.className());
        json.writeStringField("file", file.name());
        json.writeNumberField("objects", file.objects());
        json.writeStringField("sha256", file.sha256());
        json.writeEndObject();
    }

    private static void write(String name, List<List<String>> rows, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (List<String> row : rows) {
            json.writeRaw('\n');
            json.writeStartArray();
            for (String value : row) {
                json.writeString(value);
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /**
     * Reads it.
     *
     * @throws StoreException {@code bad-export}
     */
    static Manifest read(Reader in, String place) throws IOException {
        JsonParser json = Json.reader(in);
        json.nextToken();
        requireObject(json, place);
        Map<String, String> values = new TreeMap<>();
        Map<String, List<List<String>>> catalog = new TreeMap<>();
        List<File> files = new ArrayList<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "files" -> readFiles(json, place, files);
                case "attributes", "columns", "facts" -> catalog.put(name, rows(json, place));
                default -> put(json, name, values);
            }
        }
        if (json.nextToken() != null) {
            throw Json.wrong(json, place, "found " + Json.found(json) + "; expected the end of the file");
        }
        if (!FORMAT.equals(values.get("format"))) {
            throw new StoreException(
                    BAD_EXPORT, place + ": found the format " + values.get("format") + "; expected " + FORMAT);
        }
        Manifest manifest = new Manifest(
                number(values, "nextId", place),
                needed(values, "checksum", place),
                needed(values, "indexes", place),
                new DescriptionRows(
                        Math.toIntExact(number(values, "nextNumber", place)),
                        catalog.getOrDefault("attributes", List.of()),
                        catalog.getOrDefault("columns", List.of()),
                        catalog.getOrDefault("facts", List.of())),
                files);
        if (!manifest.sha256().equals(needed(values, "sha256", place))) {
            throw new StoreException(
                    BAD_EXPORT,
                    place + ": found the SHA-256 " + manifest.sha256() + " of its content; expected "
                            + values.get("sha256") + ": the file has changed since the export");
        }
        return manifest;
    }

    private static void readFiles(JsonParser json, String place, List<File> files) throws IOException {
        requireArray(json, place, "files");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Map<String, String> file = texts(json, place);
            files.add(new File(
                    needed(file, "class", place),
                    needed(file, "file", place),
                    number(file, "objects", place),
                    needed(file, "sha256", place)));
        }
    }

    private static List<List<String>> rows(JsonParser json, String place) throws IOException {
        requireArray(json, place, "rows");
        List<List<String>> rows = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            requireArray(json, place, "values");
            List<String> row = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() != JsonToken.VALUE_STRING) {
                    throw Json.wrong(json, place, "found " + Json.found(json) + "; expected a text");
                }
                row.add(json.getText());
            }
            rows.add(row);
        }
        return rows;
    }

    private static void requireArray(JsonParser json, String place, String what) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw Json.wrong(json, place, "found " + Json.found(json) + "; expected an array of " + what);
        }
    }

    private static Map<String, String> texts(JsonParser json, String place) throws IOException {
        requireObject(json, place);
        Map<String, String> texts = new TreeMap<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            put(json, name, texts);
        }
        return texts;
    }

    /** Members that are no texts and no numbers are those of other programs. */
    private static void put(JsonParser json, String name, Map<String, String> texts) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING || json.currentToken().isNumeric()) {
            texts.put(name, json.getText());
        }
        json.skipChildren();
    }

    private static void requireObject(JsonParser json, String place) {
        if (!json.isExpectedStartObjectToken()) {
            throw Json.wrong(json, place, "found " + Json.found(json) + "; expected an object");
        }
    }

    private static String needed(Map<String, String> values, String name, String place) {
        String value = values.get(name);
        if (value == null) {
            throw new StoreException(BAD_EXPORT, place + ": found no \"" + name + "\"");
        }
        return value;
    }

    private static long number(Map<String, String> values, String name, String place) {
        try {
            return Long.parseLong(needed(values, name, place));
        } catch (NumberFormatException e) {
            throw new StoreException(
                    BAD_EXPORT,
                    place + ": found \"" + name + "\": " + values.get(name) + "; expected a whole number",
                    e);
        }
    }
}
