package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.catalog.tables.DroppedName;
import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.DroppedName.Storage;
import dev.espalier.internal.catalog.tables.LineKey;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what the catalog shall say after a finish. */
final class FinishedDescription {

    private FinishedDescription() {}

    /** Without what goes; the dropped names are those of before. */
    static Description of(Description before, UnusedLines lines, UnusedTables tables, FinishedStructure structure) {
        return new Description(
                before.level(),
                tables.left(),
                structure.structure(),
                javaNames(before, lines, tables),
                attributes(before, lines),
                before.dropped());
    }

    private static Map<TableSubject, Set<String>> javaNames(
            Description before, UnusedLines lines, UnusedTables tables) {
        StoredNames names = new StoredNames(before);
        names.remove(
                lines.classes(),
                before.tables().keySet().stream()
                        .filter(subject -> !subject.isClass() && !tables.left().containsKey(subject))
                        .collect(Collectors.toSet()));
        return names.javaNames();
    }

    private static StoredAttributes.Numbered attributes(Description before, UnusedLines lines) {
        StoredAttributes attributes = before.attributes();
        attributes.remove(lines.numbers());
        for (String name : attributes.enums()) {
            int number = attributes.lineOfEnum(name).number();
            attributes.removeConstants(name, lines.constants().getOrDefault(number, Set.of()));
        }
        return attributes.numbered();
    }

    /** The dropped names of before, and those that go now. */
    static List<DroppedName> dropped(
            Description before,
            UnusedLines lines,
            UnusedTables tables,
            FinishedStructure structure,
            Occasion occasion) {
        List<DroppedName> dropped = new ArrayList<>(before.dropped());
        StoredNames names = new StoredNames(before);
        before.numbered().lines().forEach((key, line) -> {
            if (lines.numbers().contains(line.number())) {
                dropped.add(new DroppedName(
                        key,
                        key.kind() == LineKey.Kind.CLASS ? names.javaNames(key.owner()) : line.names(),
                        line.number(),
                        storage(before, tables, key, line),
                        occasion));
            }
        });
        structure.drops().stream()
                .filter(drop -> drop.kind() == Kind.INDEX)
                .forEach(drop -> dropped.add(
                        new DroppedName(LineKey.ofIndex(drop.table(), drop.name()), Set.of(), 0, List.of(), occasion)));
        return dropped;
    }

    /** The names that are not given again. What goes with its table needs none but that of the table. */
    private static List<Storage> storage(
            Description before, UnusedTables tables, LineKey key, StoredAttributes.Line line) {
        Table ofClass = before.tables().get(TableSubject.ofClass(key.owner()));
        return switch (key.kind()) {
            case CLASS -> ofClass == null ? List.of() : List.of(new Storage(ofClass.name(), ""));
            case ATTRIBUTE -> storage(before, tables, key, line, ofClass);
            case ENUM, CONSTANT, INDEX -> List.of();
        };
    }

    private static List<Storage> storage(
            Description before,
            UnusedTables tables,
            LineKey attribute,
            StoredAttributes.Line line,
            @Nullable Table ofClass) {
        if (line.container() != null) {
            return line.columns().stream()
                    .filter(tables.tables()::contains)
                    .map(table -> new Storage(table, ""))
                    .toList();
        }
        StoredAttributes.Line collection = collection(before, attribute);
        if (collection != null && collection.isInverse()) {
            return List.of();
        }
        String table = collection != null ? collection.columns().get(0) : ofClass == null ? "" : ofClass.name();
        return line.columns().stream()
                .filter(column -> tables.has(table, column))
                .map(column -> new Storage(table, column))
                .toList();
    }

    /** The collection of whose members an attribute is a part, or null. */
    private static StoredAttributes.@Nullable Line collection(Description before, LineKey attribute) {
        int dot = attribute.path().indexOf('.');
        StoredAttributes.Line first = dot < 0
                ? null
                : before.numbered()
                        .lines()
                        .get(LineKey.ofAttribute(
                                attribute.owner(), attribute.path().substring(0, dot)));
        return first == null || first.container() == null ? null : first;
    }
}
