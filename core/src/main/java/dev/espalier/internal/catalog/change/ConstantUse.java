package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.match.AttributeTypes;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the constants that a finish would forget though objects have them. For one finish, by one thread. */
final class ConstantUse {

    private final StoredAttributes attributes;
    private final UnusedLines lines;
    private final FinishFacts facts;
    private final List<String> refusals = new ArrayList<>();

    private ConstantUse(StoredAttributes attributes, UnusedLines lines, FinishFacts facts) {
        this.attributes = attributes;
        this.lines = lines;
        this.facts = facts;
    }

    static List<String> refusals(StoredAttributes attributes, Schema schema, UnusedLines lines, FinishFacts facts) {
        if (lines.constants().isEmpty() && lines.ofDroppedEnums().isEmpty()) {
            return List.of();
        }
        ConstantUse use = new ConstantUse(attributes, lines, facts);
        for (ClassTable table : schema.classTables()) {
            use.look(table.table(), table.fields().stream().map(ClassTable.Field::slot));
        }
        for (LinkTable link : schema.linkTables()) {
            use.look(link.table(), link.slots().stream());
        }
        return use.refusals;
    }

    private void look(Table table, Stream<? extends Slot> slots) {
        slots.flatMap(ConstantUse::enums).forEach(slot -> {
            SortedSet<String> gone = gone(slot);
            if (!gone.isEmpty()) {
                Column column = table.columns().get(slot.at());
                FinishFacts.Users users = facts.having(table, column, gone);
                if (users.count() > 0) {
                    refusals.add(users.described() + " have in " + table.name() + "." + column.name()
                            + " a constant of " + NameList.of(gone) + ", which would be dropped");
                }
            }
        });
    }

    private static Stream<Slot.ValueSlot> enums(Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            return embedded.components().stream().flatMap(ConstantUse::enums);
        }
        return slot instanceof Slot.ValueSlot value && value.type().isEnum() ? Stream.of(value) : Stream.empty();
    }

    /** An enum of another name may have taken the place of a dropped one in an attribute. */
    private SortedSet<String> gone(Slot.ValueSlot slot) {
        StoredAttributes.Line line =
                attributes.findEnum(attributes.enumOf(AttributeTypes.enumName(slot.type()), Set.of()));
        SortedSet<String> gone = new TreeSet<>(lines.ofDroppedEnums());
        gone.removeAll(slot.type().constants());
        gone.addAll(line == null ? Set.of() : lines.constants().getOrDefault(line.number(), Set.of()));
        return gone;
    }
}
