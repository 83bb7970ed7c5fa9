package dev.espalier.internal.repair;

import dev.espalier.error.ModelException;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.RecordTrial;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Slot.EmbeddedSlot;
import dev.espalier.internal.schema.Slot.ReferenceSlot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds records whose constructors refuse null for an object that is not there any more. Only the classes tell: each such record is constructed on trial. */
final class RecordChecks {

    private final Session session;
    private final Schema schema;
    private final Layout layout;
    private final RecordTrial trial = RecordTrial.asStored();

    RecordChecks(Session session, Schema schema, Layout layout) {
        this.session = session;
        this.schema = schema;
        this.layout = layout;
    }

    void find(List<Finding> into) {
        if (!schema.model().hasJavaClasses()) {
            return;
        }
        for (ClassTable type : schema.classTables()) {
            embedded(type.fields().stream().map(ClassTable.Field::slot))
                    .forEach(slot -> find(type.table(), slot.references(), row -> trial.refusal(slot, row), into));
            if (type.type().isRecord()) {
                List<ReferenceSlot> own = type.fields().stream()
                        .map(ClassTable.Field::slot)
                        .filter(ReferenceSlot.class::isInstance)
                        .map(ReferenceSlot.class::cast)
                        .toList();
                find(type.table(), own, row -> trial.refusal(type, row, link -> List.of()), into);
            }
        }
        for (LinkTable link : schema.linkTables()) {
            embedded(link.slots().stream())
                    .forEach(slot -> find(link.table(), slot.references(), row -> trial.refusal(slot, row), into));
        }
    }

    private static Stream<EmbeddedSlot> embedded(Stream<Slot> slots) {
        return slots.filter(EmbeddedSlot.class::isInstance).map(EmbeddedSlot.class::cast);
    }

    /** Constructs the records of the rows in which one of the references is null. */
    private void find(
            Table table,
            List<ReferenceSlot> references,
            Function<Object[], @Nullable ModelException> refusal,
            List<Finding> into) {
        if (references.isEmpty() || !layout.isWhole(table)) {
            return;
        }
        Source source = new Source(table, "t");
        Expression[] columns = new Expression[table.columns().size()];
        Arrays.setAll(columns, source::column);
        List<Predicate> isNull = references.stream()
                .<Predicate>map(reference -> new Predicate.IsNull(source.column(reference.at())))
                .toList();
        List<Long> ids = new ArrayList<>();
        long[] count = {0};
        Object[] cells = new Object[columns.length];
        session.query(
                session.dialect()
                        .render(Select.of(source, columns)
                                .where(Predicate.or(isNull))
                                .orderBy(columns[0])),
                row -> {
                    row.get(1, table.columns(), cells, 0);
                    if (refusal.apply(cells) != null) {
                        count[0]++;
                        if (ids.size() < Finding.MOST_IDS) {
                            ids.add((Long) cells[0]);
                        }
                    }
                });
        if (count[0] > 0) {
            into.add(new Finding(
                    Damage.REFUSED_NULL,
                    table.name(),
                    table.columns().get(references.get(0).at()).name(),
                    count[0],
                    ids));
        }
    }
}
