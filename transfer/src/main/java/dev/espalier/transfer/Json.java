package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_EXPORT;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.espalier.error.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON of exports: written always with the same bytes, read strictly. */
final class Json {

    /** A deeper nesting is nobody's export, nor is a number with more digits, as decimals are texts. A text and a name may have any length. */
    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(1_000)
            .maxNumberLength(10_000)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .build();

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(BOUNDS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .characterEscapes(new Escapes())
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .rootValueSeparator("")
            .build();

    /** The parts of the parser's messages that name its own settings, or a place without a file. */
    private static final Pattern OWN_WORDS =
            Pattern.compile(" \\((?:for \\w+ starting|start marker) at \\[Source: .*?]\\)|: enable `.*?` to allow");

    private Json() {}

    /** Escapes what is no visible letter, so that lines and texts end where they seem to. Half of a surrogate pair is escaped anyway: it has no UTF-8 form. */
    private static final class Escapes extends CharacterEscapes {

        private static final long serialVersionUID = 1;
        private static final SerializedString LINE_SEPARATOR = new SerializedString("\\u2028");
        private static final SerializedString PARAGRAPH_SEPARATOR = new SerializedString("\\u2029");
        private static final int[] ASCII = standardAsciiEscapesForJSON();

        static {
            ASCII['\b'] = ESCAPE_STANDARD;
            ASCII['\f'] = ESCAPE_STANDARD;
            ASCII['\u007f'] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ASCII;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int letter) {
            return letter == '\u2028' ? LINE_SEPARATOR : letter == '\u2029' ? PARAGRAPH_SEPARATOR : null;
        }
    }

    /** Writes JSON in UTF-8. */
    static JsonGenerator writer(OutputStream out) throws IOException {
        return FACTORY.createGenerator(out);
    }

    /** Reads JSON; refuses two members of one name. */
    static JsonParser reader(Reader in) throws IOException {
        return FACTORY.createParser(in);
    }

    /** The token that was read last, in words. */
    static String found(JsonParser json) {
        JsonToken token = json.currentToken();
        if (token == null) {
            return "the end of the file";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case START_ARRAY -> "an array";
            case END_ARRAY -> "the end of an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case VALUE_NULL -> "null";
            case FIELD_NAME -> "a name";
            case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT -> "a value of another format";
        };
    }

    /** Says what is wrong at the token that was read last, and in which line. */
    static StoreException wrong(JsonParser json, String place, String what) {
        return new StoreException(BAD_EXPORT, at(place, json.currentTokenLocation()) + ": " + what);
    }

    /** Says what the parser has refused. */
    static StoreException refused(String place, JsonProcessingException e) {
        String what = e instanceof JsonEOFException
                ? "found the end of the file; expected the rest of a value"
                : "found what is no JSON: "
                        + OWN_WORDS.matcher(e.getOriginalMessage()).replaceAll("")
                        + "; expected a file as it was exported";
        return new StoreException(BAD_EXPORT, at(place, e.getLocation()) + ": " + what, e);
    }

    private static String at(String place, @Nullable JsonLocation location) {
        return location == null ? place : place + ", line " + location.getLineNr();
    }
}
