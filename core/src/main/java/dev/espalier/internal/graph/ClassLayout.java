package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Access;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the rows of one class become objects; worked out once for a model. */
final class ClassLayout {

    /** The alias of the class's table in every statement. */
    static final String ALIAS = "t";

    /**
     * A field that one row contains whole.
     *
     * @param at its place among the class's attributes
     * @param name the field with its class
     */
    record Whole(int at, String name, Access access, Slot slot, List<Column> columns) {}

    /**
     * A field that refers to another object.
     *
     * @param at its place among the class's attributes
     * @param name the field with its class, for example {@code Order.buyer}
     * @param mayBeRecord whether that object may be a record, which exists only when all it refers to exists
     */
    record Reference(
            int at, String name, Attribute attribute, Access access, Slot.ReferenceSlot slot, boolean mayBeRecord) {}

    /**
     * A field that holds an embedded record with references in it.
     *
     * @param at its place among the class's attributes
     * @param name the field with its class
     */
    record Composite(
            int at,
            String name,
            Attribute attribute,
            Access access,
            Slot slot,
            List<Column> columns,
            boolean mayReferToRecords) {}

    /**
     * A field that holds a collection.
     *
     * @param at its place among the class's attributes
     */
    record Many(int at, Attribute attribute, Access access, CollectionLayout layout) {}

    /**
     * A reference to objects of one class only, none of them a record: their table can be joined.
     *
     * @param name the field with its class
     * @param field the field's name
     * @param isPart whether what it leads to is a part of the object
     * @param slotAt the place of the column with the id
     */
    record ToOne(String name, String field, boolean isPart, int slotAt, ClassLayout target, JoinChoice choice) {}

    final int index;
    final PersistentClass type;
    final ClassTable table;
    final List<Whole> wholes = new ArrayList<>();
    final List<Reference> references = new ArrayList<>();
    final List<ToOne> toOnes = new ArrayList<>();
    final List<Composite> composites = new ArrayList<>();
    final List<Many> collections = new ArrayList<>();
    /** Those of the collections whose rows are read for the objects that were asked for. */
    final List<Many> collectionsOfAsked = new ArrayList<>();
    /** The gaps of an object that was not asked for: these collections. */
    final Gaps gapsOfNotAsked = gapsOf(new BitSet());

    final boolean isRecord;
    /** The places of the attributes in the class. */
    private final Map<Attribute, Integer> places = new HashMap<>();
    /** The most characters and bytes that one of the observed rows had; negative before the first one. */
    private volatile int widest = -1;
    /** Statements for one object. */
    final StatementTexts texts = new StatementTexts();

    /** @param index the class's place among all with a table */
    ClassLayout(int index, ClassTable table) {
        this.index = index;
        this.type = table.type();
        this.table = table;
        this.isRecord = type.isRecord();
        for (int at = 0; at < type.attributes().size(); at++) {
            places.putIfAbsent(type.attributes().get(at), at);
        }
        for (ClassTable.Field field : table.fields()) {
            add(field.attribute(), field.slot());
        }
    }

    private void add(Attribute attribute, Slot slot) {
        int at = place(attribute);
        String name = type + "." + attribute.name();
        List<Column> columns = table.table().columns().subList(slot.at(), slot.at() + slot.width());
        if (slot instanceof Slot.ReferenceSlot reference) {
            references.add(
                    new Reference(at, name, attribute, attribute.access(), reference, Parts.mayReferToRecords(slot)));
        } else if (Parts.hasReferences(slot)) {
            composites.add(new Composite(
                    at, name, attribute, attribute.access(), slot, columns, Parts.mayReferToRecords(slot)));
        } else {
            wholes.add(new Whole(at, name, attribute.access(), slot, columns));
        }
    }

    void add(Attribute attribute, CollectionLayout collection) {
        Many many = new Many(place(attribute), attribute, attribute.access(), collection);
        collections.add(many);
        if (collection.isOfAsked) {
            collectionsOfAsked.add(many);
            gapsOfNotAsked.leftOut().set(many.at());
        }
    }

    static Gaps gapsOf(BitSet inverses) {
        return new Gaps(inverses, new BitSet(), new BitSet(), new BitSet());
    }

    private int place(Attribute attribute) {
        return requireNonNull(places.get(attribute), attribute.name());
    }

    /** Remembers how many characters and bytes a row had. */
    void observeWidth(int width) {
        if (width > widest) {
            widest = width;
        }
    }

    /** The cost of sending a row of this class once more, as a multiple of a narrow row; infinite if no row was observed. */
    double costOfRow() {
        int width = widest;
        return width < 0 ? Double.POSITIVE_INFINITY : 1 + width / JoinChoice.PER_ROW;
    }

    /** The place of an attribute among the references. */
    int referenceOf(int attribute) {
        for (int i = 0; i < references.size(); i++) {
            if (references.get(i).at() == attribute) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                type.attributes().get(attribute).name() + " of " + type + ": expected a reference");
    }

    Source source() {
        return new Source(table.table(), ALIAS);
    }

    /**
     * All columns of the table, the id first.
     *
     * @param id what stands for the id
     */
    List<Expression> columns(Expression id) {
        return columns(source(), id);
    }

    /** The same under another alias. */
    List<Expression> columns(Source source, Expression id) {
        List<Expression> columns = new ArrayList<>();
        columns.add(id);
        for (int at = ClassTable.VERSION; at < table.table().columns().size(); at++) {
            columns.add(source.column(at));
        }
        return columns;
    }
}
