package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.schema.Schema;
import java.util.regex.Pattern;

/** Decides whether what computes an attribute may read another one of the same object. A name in the text counts as reading, and nobody knows what a function reads. */
final class SameObjectReads {

    private final Schema schema;
    private final Computations computations;

    SameObjectReads(Schema schema, Computations computations) {
        this.schema = schema;
        this.computations = computations;
    }

    boolean mayRead(Fill reader, Fill read) {
        if (reader.equals(read) || !reader.className().equals(read.className())) {
            return false;
        }
        Formula formula = computations.formula(reader);
        if (formula instanceof Formula.ByPath path) {
            return names(path.expression(), read.path());
        }
        if (formula instanceof Formula.BySql sql) {
            return schema.columnsOf(read.type(), read.attribute().name()).stream()
                    .anyMatch(column -> names(sql.expression(), column));
        }
        return formula instanceof Formula.ByFunction;
    }

    private static boolean names(String text, String name) {
        return Pattern.compile("(?iU)(?<!\\w)" + Pattern.quote(name) + "(?!\\w)")
                .matcher(text)
                .find();
    }
}
