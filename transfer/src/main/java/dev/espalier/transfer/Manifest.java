package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_EXPORT;

import dev.espalier.error.StoreException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
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
 * @param catalog the rows of the catalog by their names
 */
record Manifest(long nextId, String checksum, Map<String, String> catalog, List<File> files) {

    static final String NAME = "manifest.json";

    private static final String FORMAT = "espalier-export-1";

    /**
     * One file.
     *
     * @param sha256 of its bytes, as hexadecimal digits
     */
    record File(String className, String name, long objects, String sha256) {}

    Manifest {
        catalog = java.util.Collections.unmodifiableMap(new TreeMap<>(catalog));
        files = List.copyOf(files);
    }

    /** Returns it as text, with the SHA-256 of its content. */
    String text() throws IOException {
        return text(sha256());
    }

    /** Of the text without this member: it does not depend on white space and on the order of members in the file. */
    private String sha256() throws IOException {
        return HexFormat.of().formatHex(TextFiles.sha256().digest(text(null).getBytes(StandardCharsets.UTF_8)));
    }

    private String text(@Nullable String sha256) throws IOException {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.beginObject();
        member(json, "format", FORMAT);
        json.name("nextId");
        json.literal(String.valueOf(nextId));
        member(json, "checksum", checksum);
        json.name("files");
        json.beginArray();
        for (File file : files) {
            text.write('\n');
            json.beginObject();
            member(json, "class", file.className());
            member(json, "file", file.name());
            json.name("objects");
            json.literal(String.valueOf(file.objects()));
            member(json, "sha256", file.sha256());
            json.endObject();
        }
        json.endArray();
        json.name("catalog");
        json.beginObject();
        for (Map.Entry<String, String> row : catalog.entrySet()) {
            text.write('\n');
            member(json, row.getKey(), row.getValue());
        }
        json.endObject();
        if (sha256 != null) {
            text.write('\n');
            member(json, "sha256", sha256);
        }
        json.endObject();
        json.endLine();
        return text.toString();
    }

    private static void member(JsonWriter json, String name, String value) throws IOException {
        json.name(name);
        json.text(value);
    }

    /**
     * Reads it.
     *
     * @throws StoreException {@code bad-export}
     */
    static Manifest read(Reader in, String place) throws IOException {
        JsonReader json = new JsonReader(in, place);
        json.require(JsonReader.Token.BEGIN_OBJECT);
        Map<String, String> values = new TreeMap<>();
        Map<String, String> catalog = new TreeMap<>();
        List<File> files = new ArrayList<>();
        for (String name = json.name(); name != null; name = json.name()) {
            JsonReader.Token token = json.next();
            if (name.equals("files") && token == JsonReader.Token.BEGIN_ARRAY) {
                for (token = json.next(); token != JsonReader.Token.END_ARRAY; token = json.next()) {
                    Map<String, String> file = texts(json, token);
                    files.add(new File(
                            needed(file, "class", place),
                            needed(file, "file", place),
                            number(file, "objects", place),
                            needed(file, "sha256", place)));
                }
            } else if (name.equals("catalog")) {
                catalog.putAll(texts(json, token));
            } else {
                if (token == JsonReader.Token.TEXT || token == JsonReader.Token.NUMBER) {
                    values.put(name, json.text());
                }
                json.skip(token);
            }
        }
        if (!FORMAT.equals(values.get("format"))) {
            throw new StoreException(
                    BAD_EXPORT, place + ": found the format " + values.get("format") + "; expected " + FORMAT);
        }
        Manifest manifest =
                new Manifest(number(values, "nextId", place), needed(values, "checksum", place), catalog, files);
        if (!manifest.sha256().equals(needed(values, "sha256", place))) {
            throw new StoreException(
                    BAD_EXPORT,
                    place + ": found the SHA-256 " + manifest.sha256() + " of its content; expected "
                            + values.get("sha256") + ": the file has changed since the export");
        }
        return manifest;
    }

    private static Map<String, String> texts(JsonReader json, JsonReader.Token token) throws IOException {
        if (token != JsonReader.Token.BEGIN_OBJECT) {
            throw json.wrong("found " + token + "; expected an object");
        }
        Map<String, String> texts = new TreeMap<>();
        for (String name = json.name(); name != null; name = json.name()) {
            JsonReader.Token value = json.next();
            if (value == JsonReader.Token.TEXT || value == JsonReader.Token.NUMBER) {
                texts.put(name, json.text());
            }
            json.skip(value);
        }
        return texts;
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
