package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.Collections;
import java.util.List;

/** Finds the parts that have two owners. */
public final class SecondOwner {

    private SecondOwner() {}

    /**
     * Whether a row has a part that another owner has, too.
     *
     * @param row of the link's table
     * @param all the relations in which the other owner may have it
     */
    public static Predicate isIn(Source row, PartLink link, List<PartLink> all) {
        Expression owner = row.column(link.owner());
        Expression part = row.column(link.part());
        return Predicate.and(
                isThere(owner),
                isThere(part),
                Predicate.or(all.stream()
                        .filter(other -> !Collections.disjoint(other.parts(), link.parts()))
                        .<Predicate>map(other -> {
                            Source source = new Source(other.table(), "o");
                            return new Predicate.Exists(Select.of(source, new Expression.Constant(1))
                                    .where(Predicate.and(
                                            Predicate.equal(source.column(other.part()), part),
                                            new Predicate.Compare(
                                                    source.column(other.owner()), SqlOperator.NOT_EQUAL, owner))));
                        })
                        .toList()));
    }

    private static Predicate isThere(Expression value) {
        return new Predicate.Not(new Predicate.IsNull(value));
    }
}
