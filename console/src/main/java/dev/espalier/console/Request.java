package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request of the page: an object of JSON, whose members are read with their types. */
record Request(JsonNode json) {

    /** Returns a text that must be there. */
    String text(String name) {
        String text = textOrNull(name);
        if (text == null) {
            throw new RequestException(name + ": found nothing; expected a text");
        }
        return text;
    }

    /** Returns a text; null if there is none. */
    @Nullable
    String textOrNull(String name) {
        JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw new RequestException(name + ": found " + value.getNodeType() + "; expected a text");
        }
        return value.textValue();
    }

    /** Returns an id. It is a text, because numbers of JavaScript are exact to 2^53 only. */
    long id() {
        String text = text("id");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new RequestException("id: found '" + text + "'; expected a whole number");
        }
    }

    /** Returns a number between 1 and a maximum. */
    int count(String name, int otherwise, int maximum) {
        JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isInt() || value.intValue() < 1) {
            throw new RequestException(name + ": expected a whole number from 1");
        }
        return Math.min(value.intValue(), maximum);
    }

    /** Returns the texts of an object. */
    Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            return texts;
        }
        if (!value.isObject()) {
            throw new RequestException(name + ": found " + value.getNodeType() + "; expected an object of texts");
        }
        value.properties().forEach(entry -> {
            if (!entry.getValue().isTextual()) {
                throw new RequestException(name + "." + entry.getKey() + ": expected a text");
            }
            texts.put(entry.getKey(), entry.getValue().textValue());
        });
        return texts;
    }
}
