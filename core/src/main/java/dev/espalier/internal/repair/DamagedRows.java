package dev.espalier.internal.repair;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Layout.Collection;
import dev.espalier.internal.catalog.tables.Layout.Need;
import dev.espalier.internal.catalog.tables.Layout.Reference;
import dev.espalier.internal.catalog.tables.SecondOwner;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Constant;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Damage as conditions on a row {@code r}, and as queries for ids. Unchanging. */
final class DamagedRows {

    private static final String ROW = "r";

    private final Layout layout;

    DamagedRows(Layout layout) {
        this.layout = layout;
    }

    static Source rows(Table table) {
        return new Source(table, ROW);
    }

    static Expression.ColumnOf column(Column column) {
        return new Expression.ColumnOf(ROW, column);
    }

    /** The column with the id of the object or of the owner. */
    static Expression.ColumnOf id(Table table) {
        return rows(table).column(ClassTable.ID);
    }

    static Expression.ColumnOf pos(Table link) {
        return rows(link).column(LinkTable.POS);
    }

    static Expression.ColumnOf version(Table type) {
        return rows(type).column(ClassTable.VERSION);
    }

    /** The id of each row for which a condition holds. */
    static Select ids(Table table, Predicate condition) {
        return Select.of(rows(table), id(table)).where(condition);
    }

    static Predicate isThere(Expression value) {
        return new Predicate.Not(new Predicate.IsNull(value));
    }

    /** The reference leads to no object that it may refer to. */
    Predicate isBroken(Reference reference) {
        Expression column = column(reference.column());
        List<Predicate> terms = new ArrayList<>();
        terms.add(isThere(column));
        targets(reference, true).forEach(table -> terms.add(new Predicate.Not(exists(table, column))));
        return Predicate.and(terms);
    }

    /** A broken reference leads to an object of another class. */
    Predicate isElsewhere(Reference reference) {
        return Predicate.or(targets(reference, false)
                .map(table -> exists(table, column(reference.column())))
                .toList());
    }

    private Stream<Table> targets(Reference reference, boolean allowed) {
        return layout.classes().stream()
                .filter(table -> reference.targets().contains(table.name()) == allowed && layout.isWhole(table));
    }

    private static Predicate exists(Table table, Expression id) {
        Source target = new Source(table, "t");
        return new Predicate.Exists(
                Select.of(target, new Constant(1)).where(Predicate.equal(target.column(ClassTable.ID), id)));
    }

    /** The row's part has another owner, in any relation. */
    Predicate hasOtherOwner(PartLink link) {
        return SecondOwner.isIn(
                rows(link.table()),
                link,
                layout.parts().stream()
                        .filter(other -> layout.isWhole(other.table()))
                        .toList());
    }

    /** The row's owner does not exist. */
    Predicate isOrphaned(Collection collection) {
        Expression owner = id(collection.table());
        return Predicate.and(owners(collection)
                .<Predicate>map(table -> new Predicate.Not(exists(table, owner)))
                .toList());
    }

    /** The tables of a collection's owners. */
    Stream<Table> owners(Collection collection) {
        return layout.classes().stream().filter(table -> collection.owners().contains(table.name()));
    }

    static Predicate isNull(Need need) {
        Predicate isNull = new Predicate.IsNull(column(need.column()));
        boolean isAlwaysNeeded = need.where().isEmpty() || need.where().stream().anyMatch(column -> !column.nullable());
        return isAlwaysNeeded
                ? isNull
                : Predicate.and(
                        isNull,
                        Predicate.or(need.where().stream()
                                .map(column -> isThere(column(column)))
                                .toList()));
    }

    static Predicate hasNoVersion(Table type) {
        return Predicate.or(List.of(
                new Predicate.IsNull(version(type)),
                new Predicate.Compare(version(type), SqlOperator.LESS, new Constant(0))));
    }

    /** The owners of collections that are not numbered from 0 without gaps. The key of the table allows no number twice. */
    static Query misnumbered(Table link) {
        return new Query.Grouped(
                Select.of(rows(link), id(link)),
                List.of(id(link)),
                Predicate.or(List.of(
                        new Predicate.Compare(new Expression.Least(pos(link)), SqlOperator.NOT_EQUAL, new Constant(0)),
                        new Predicate.Compare(
                                new Expression.Greatest(pos(link)),
                                SqlOperator.NOT_EQUAL,
                                new Expression.Minus(new Expression.CountAll(), new Constant(1))))));
    }

    /** The owners, once for each member or key that is there several times. */
    static Query duplicates(Collection collection) {
        Table link = collection.table();
        List<Expression> keys = new ArrayList<>(same(collection));
        keys.add(id(link));
        return new Query.Grouped(
                Select.of(rows(link), id(link)),
                keys,
                new Predicate.Compare(new Expression.CountAll(), SqlOperator.GREATER, new Constant(1)));
    }

    /** The surplus rows, by owner and position: of a set all but the first of equal members, of a map all but the last. */
    static Query surplus(Collection collection) {
        Table link = collection.table();
        List<Expression> keys = new ArrayList<>(List.of(id(link)));
        keys.addAll(same(collection));
        return new Query.AfterFirst(
                Select.of(rows(link), id(link), pos(link)), keys, new Select.Order(pos(link), collection.isMap()));
    }

    private static List<Expression> same(Collection collection) {
        return collection.distinct().stream()
                .<Expression>map(column ->
                        column.type() == ColumnType.TEXT ? new Expression.WholeText(column(column)) : column(column))
                .toList();
    }

    /**
     * The ids that several of these tables have.
     *
     * @param isCounted whether only their number is wanted
     */
    static Query shared(List<Table> classes, boolean isCounted) {
        return new Query.Repeated(
                classes.stream().map(table -> Select.of(rows(table), id(table))).toList(), isCounted);
    }
}
