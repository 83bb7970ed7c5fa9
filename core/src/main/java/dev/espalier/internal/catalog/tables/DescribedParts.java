package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The attributes of a description whose objects are parts of their owners: facts of the columns say it. Unchanging. */
final class DescribedParts {

    private final StoredAttributes attributes;
    private final Map<TableSubject, Table> tables;
    private final Structure structure;

    DescribedParts(Description description) {
        this.attributes = description.attributes();
        this.tables = description.tables();
        this.structure = description.structure();
    }

    /** Whether the objects in an attribute are parts of the object of that class which has it. */
    boolean has(String className, String path) {
        StoredAttributes.Line line = attributes.find(className, path);
        if (line == null || structure.subjects(Kind.PART).isEmpty()) {
            return false;
        }
        StoredAttributes.Line members = attributes.find(className, path + Schema.MEMBER);
        if (line.isInverse()) {
            return members != null
                    && members.type().isReference()
                    && tablesOf(members.type().target())
                            .anyMatch(member -> has(member, String.valueOf(line.inverseOf()), Structure.TO_OWNER));
        }
        if (members != null) {
            return !line.columns().isEmpty() && has(line.columns().get(0), members, Structure.TO_PART);
        }
        return line.type().isReference() && tablesOf(className).anyMatch(type -> has(type, path, Structure.TO_PART));
    }

    /** Whether a column leads from parts to owners, or from owners to parts, as the word says. */
    private boolean has(String table, StoredAttributes.@Nullable Line line, String word) {
        return line != null
                && !line.columns().isEmpty()
                && structure
                        .of(new Subject(Kind.PART, table, line.columns().get(0), List.of()))
                        .contains(word);
    }

    private boolean has(Named type, String path, String word) {
        return has(type.table(), attributes.find(type.name(), path), word);
    }

    private record Named(String name, String table) {}

    /** The class and those below it that have tables. */
    private Stream<Named> tablesOf(String className) {
        return attributes.classes().stream()
                .filter(name -> name.equals(className)
                        || attributes.line(name).columns().contains(className))
                .flatMap(name -> Stream.ofNullable(tables.get(TableSubject.ofClass(name)))
                        .map(table -> new Named(name, table.name())));
    }
}
