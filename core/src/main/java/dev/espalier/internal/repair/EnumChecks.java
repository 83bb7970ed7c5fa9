package dev.espalier.internal.repair;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.verification.Damage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The statements that find names of enum constants that the classes do not have. Only the classes know: what the database says of itself is what all
 * programs have said, those too that do not know a new name yet.
 */
final class EnumChecks {

    private final Layout layout;
    private final List<Check> checks = new ArrayList<>();

    private EnumChecks(Layout layout) {
        this.layout = layout;
    }

    static List<Check> of(Schema schema, Layout layout) {
        EnumChecks checks = new EnumChecks(layout);
        schema.classTables()
                .forEach(type ->
                        checks.table(type.table(), type.fields().stream().map(field -> field.slot())));
        schema.linkTables().forEach(link -> checks.table(link.table(), link.slots().stream()));
        return checks.checks;
    }

    /** One reading of each table for all of its columns. */
    private void table(Table table, Stream<Slot> slots) {
        List<Slot.ValueSlot> enums = slots.flatMap(EnumChecks::enums).toList();
        if (!enums.isEmpty() && layout.isWhole(table)) {
            List<Check> columns = enums.stream()
                    .map(slot -> new Check(
                            Damage.UNKNOWN_CONSTANT,
                            table.name(),
                            table.columns().get(slot.at()).name(),
                            DamagedRows.ids(table, isUnknown(table, slot))))
                    .toList();
            checks.add(new Check(
                    Damage.UNKNOWN_CONSTANT,
                    table.name(),
                    "",
                    DamagedRows.ids(
                            table,
                            Predicate.or(enums.stream()
                                    .map(slot -> isUnknown(table, slot))
                                    .toList())),
                    columns));
        }
    }

    private static Stream<Slot.ValueSlot> enums(Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            return embedded.components().stream().flatMap(EnumChecks::enums);
        }
        return slot instanceof Slot.ValueSlot value && value.type().isEnum() ? Stream.of(value) : Stream.empty();
    }

    /** An enum without constants has no names. */
    private static Predicate isUnknown(Table table, Slot.ValueSlot slot) {
        Expression column = DamagedRows.column(table.columns().get(slot.at()));
        List<Bind> names = slot.type().constants().stream()
                .map(constant -> new Bind(ColumnType.NAME, constant))
                .toList();
        return names.isEmpty() ? DamagedRows.isThere(column) : new Predicate.Not(new Predicate.InValues(column, names));
    }
}
