package dev.espalier.internal.repair;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
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
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds records whose constructors refuse null for an object that is not there any more, or a collection without the member that it was. Only the classes know: each record in which a reference is null, or a
 * collection has few members, is constructed on trial, with all that is stored of it.
 */
final class RecordChecks {

    /** The most objects that are read at once. */
    private static final int PAGE = 500;

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
                objects(type, into);
            }
        }
        for (LinkTable link : schema.linkTables()) {
            embedded(link.slots().stream())
                    .forEach(slot -> find(link.table(), slot.references(), row -> trial.refusal(slot, row), into));
        }
    }

    /** Records that are objects. */
    private void objects(ClassTable type, List<Finding> into) {
        List<ReferenceSlot> references = type.fields().stream()
                .map(ClassTable.Field::slot)
                .filter(ReferenceSlot.class::isInstance)
                .map(ReferenceSlot.class::cast)
                .toList();
        Source source = new Source(type.table(), "t");
        List<Predicate> suspects = new ArrayList<>();
        references.forEach(reference -> suspects.add(new Predicate.IsNull(source.column(reference.at()))));
        type.links().stream()
                .filter(LinkTable::hasObjects)
                .forEach(link -> suspects.add(
                        hasFew(source.column(ClassTable.ID), link, Math.max(1, RecordTrial.fewest(type, link)))));
        boolean isWhole =
                layout.isWhole(type.table()) && type.links().stream().allMatch(link -> layout.isWhole(link.table()));
        if (suspects.isEmpty() || !isWhole) {
            return;
        }
        Map<RecordTrial.Lack, List<Long>> found = new LinkedHashMap<>();
        List<Object[]> rows = page(source, suspects, Long.MIN_VALUE);
        while (!rows.isEmpty()) {
            construct(type, rows, found);
            rows = rows.size() < pageSize()
                    ? List.of()
                    : page(source, suspects, (Long) rows.get(rows.size() - 1)[ClassTable.ID]);
        }
        String reference = references.isEmpty()
                ? ""
                : type.table().columns().get(references.get(0).at()).name();
        found.forEach((lack, ids) -> into.add(
                lack instanceof RecordTrial.Lack.OfMembers few
                        ? finding(Damage.REFUSED_FEWER, few.collection().table(), member(few.collection()), ids)
                        : finding(Damage.REFUSED_NULL, type.table(), reference, ids)));
    }

    /** @param found the ids of those that are refused, by what they lack */
    private void construct(ClassTable type, List<Object[]> rows, Map<RecordTrial.Lack, List<Long>> found) {
        Map<LinkTable, Map<Long, List<Object[]>>> members = members(type, rows);
        RecordTrial stored = RecordTrial.asStored();
        for (Object[] row : rows) {
            Long id = (Long) row[ClassTable.ID];
            RecordTrial.Lack lack = stored.lack(
                    type, row, link -> requireNonNull(members.get(link)).getOrDefault(id, List.of()));
            if (lack != null) {
                found.computeIfAbsent(lack, l -> new ArrayList<>()).add(id);
            }
        }
    }

    /** The collection has fewer members: none has the position {@code fewest - 1}, and positions count from 0. */
    private static Predicate hasFew(Expression owner, LinkTable link, int fewest) {
        Source members = new Source(link.table(), "m");
        return new Predicate.Not(new Predicate.Exists(Select.of(members, new Expression.Constant(1))
                .where(Predicate.and(
                        Predicate.equal(members.column(LinkTable.OWNER), owner),
                        new Predicate.Compare(
                                members.column(LinkTable.POS),
                                SqlOperator.GREATER_OR_EQUAL,
                                new Expression.Constant(fewest - 1))))));
    }

    private int pageSize() {
        return Math.min(PAGE, session.dialect().limits().idsPerStatement());
    }

    /** The next rows behind an id, by id. */
    private List<Object[]> page(Source source, List<Predicate> suspects, long behind) {
        Predicate isNext = new Predicate.Compare(
                source.column(ClassTable.ID), SqlOperator.GREATER, new Expression.Bind(ColumnType.INTEGER, behind));
        return rows(
                source, Predicate.and(isNext, Predicate.or(suspects)), (long) pageSize(), source.column(ClassTable.ID));
    }

    /** The members of the collections of some objects, by owner and in their order: one statement for each collection. */
    private Map<LinkTable, Map<Long, List<Object[]>>> members(ClassTable type, List<Object[]> owners) {
        long[] ids = owners.stream().mapToLong(row -> (Long) row[ClassTable.ID]).toArray();
        Map<LinkTable, Map<Long, List<Object[]>>> members = new HashMap<>();
        for (LinkTable link : type.links()) {
            Source source = new Source(link.table(), "m");
            Expression owner = source.column(LinkTable.OWNER);
            members.put(
                    link,
                    rows(source, Predicate.InIds.lookup(owner, ids), null, owner, source.column(LinkTable.POS)).stream()
                            .collect(Collectors.groupingBy(row -> (Long) row[LinkTable.OWNER])));
        }
        return members;
    }

    private List<Object[]> rows(Source source, Predicate where, @Nullable Long most, Expression... order) {
        List<Column> columns = source.table().columns();
        Expression[] selected = new Expression[columns.size()];
        Arrays.setAll(selected, source::column);
        List<Object[]> rows = new ArrayList<>();
        session.query(
                session.dialect()
                        .render(Select.of(source, selected)
                                .where(where)
                                .orderBy(order)
                                .limit(most, 0)),
                row -> {
                    Object[] cells = new Object[columns.size()];
                    row.get(1, columns, cells, 0);
                    rows.add(cells);
                });
        return rows;
    }

    /** The first column with a member or a key that is an object. */
    private static String member(LinkTable link) {
        return link.slots().stream()
                .filter(ReferenceSlot.class::isInstance)
                .findFirst()
                .map(slot -> link.table().columns().get(slot.at()).name())
                .orElseThrow();
    }

    private static Finding finding(Damage damage, Table table, String part, List<Long> ids) {
        return new Finding(
                damage,
                table.name(),
                part,
                ids.size(),
                ids.stream().limit(Finding.MOST_IDS).toList());
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
