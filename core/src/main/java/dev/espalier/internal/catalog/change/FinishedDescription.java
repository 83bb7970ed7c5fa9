package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.DroppedName;
import dev.espalier.internal.catalog.tables.Drops.Kind;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

    private static Map<String, Set<String>> javaNames(Description before, UnusedLines lines, UnusedTables tables) {
        StoredNames names = before.names();
        names.remove(
                lines.classes(),
                before.tables().keySet().stream()
                        .filter(subject ->
                                subject.startsWith("list ") && !tables.left().containsKey(subject))
                        .map(subject -> subject.substring("list ".length()))
                        .collect(Collectors.toSet()));
        return names.javaNames();
    }

    private static StoredAttributes.Numbered attributes(Description before, UnusedLines lines) {
        StoredAttributes attributes = before.attributes();
        attributes.remove(lines.numbers());
        for (String name : attributes.enums()) {
            int number = attributes.line(StoredAttributes.ENUM, name).number();
            attributes.removeConstants(name, lines.constants().getOrDefault(number, Set.of()));
        }
        return attributes.numbered();
    }

    /** The dropped names of before, and those that go now. */
    static List<DroppedName> dropped(
            Description before, UnusedLines lines, UnusedTables tables, FinishedStructure structure, String when) {
        List<DroppedName> dropped = new ArrayList<>(before.dropped());
        StoredNames names = before.names();
        before.numbered().lines().forEach((key, line) -> {
            if (lines.numbers().contains(line.number())) {
                boolean isClass = key.indexOf(' ') < 0;
                dropped.add(new DroppedName(
                        key,
                        isClass ? names.javaNames(key) : line.names(),
                        line.number(),
                        storage(before, tables, key, line),
                        when));
            }
        });
        structure.drops().stream()
                .filter(drop -> drop.kind() == Kind.INDEX)
                .forEach(drop -> dropped.add(
                        new DroppedName("index " + drop.table() + " " + drop.name(), Set.of(), 0, List.of(), when)));
        return dropped;
    }

    /** The names that are not given again. */
    private static List<String> storage(
            Description before, UnusedTables tables, String key, StoredAttributes.Line line) {
        int space = key.indexOf(' ');
        if (space < 0) {
            Table table = before.tables().get("class " + key);
            return table == null ? List.of() : List.of(table.name());
        }
        if (key.startsWith(StoredAttributes.ENUM + " ")) {
            return List.of();
        }
        if (line.columns().stream().anyMatch(tables.tables()::contains)) {
            return line.columns();
        }
        Table table = before.tables().get("class " + key.substring(0, space));
        return table == null
                ? List.of()
                : line.columns().stream()
                        .map(column -> table.name() + "." + column)
                        .filter(tables.columns()::contains)
                        .toList();
    }
}
