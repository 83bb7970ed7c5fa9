package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stored attributes of one class, or the components of one record. Each attribute of a program can be one of its kind: an inverse has no column, and
 * what has columns is no inverse.
 */
final class StoredLevel {

    private final NamedLines all;
    private final NamedLines inverses;
    private final NamedLines others;

    /** @param lines of {@link dev.espalier.internal.catalog.tables.StoredAttributes#children} */
    StoredLevel(Map<String, Line> lines) {
        this.all = new NamedLines(lines);
        this.inverses = kind(true);
        this.others = kind(false);
    }

    private NamedLines kind(boolean isInverse) {
        if (all.all().values().stream().allMatch(line -> line.isInverse() == isInverse)) {
            return all;
        }
        Map<String, Line> kind = new LinkedHashMap<>(all.all());
        kind.values().removeIf(line -> line.isInverse() != isInverse);
        return new NamedLines(kind);
    }

    NamedLines all() {
        return all;
    }

    NamedLines ofItsKind(Attribute attribute) {
        return attribute instanceof CollectionAttribute collection && collection.isInverse() ? inverses : others;
    }
}
