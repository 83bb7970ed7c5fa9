package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.BAD_VALUE;
import static dev.espalier.error.ErrorCode.VALUE_TOO_LARGE;

import dev.espalier.error.StoreException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.LostFields;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns objects into rows of one engine. Safe for any number of threads if its {@link Identifier} is.
 *
 * <p>A value that no column could hold is refused here, with class, id and field, before anything is sent.
 */
final class RowEncoder {

    /** Says which id an object that is referred to has or gets. */
    @FunctionalInterface
    interface Identifier {

        /**
         * @param target never null
         * @param attribute the field that refers to it, or in whose collection or record the reference stands
         * @return the id
         */
        long idOf(Object target, Attribute attribute);
    }

    /** Of smaller values a row has too few to matter. */
    private static final int LARGE = 256 * 1024;

    /** No server is asked for its limit because of less. */
    private static final long ANY_SERVER_TAKES = 1024 * 1024;

    private final Dialect dialect;
    private final Limits limits;
    private final Supplier<SizeLimit> sizes;
    private final Identifier identifier;

    /** @param sizes is asked only when a large value is met */
    RowEncoder(Dialect dialect, Supplier<SizeLimit> sizes, Identifier identifier) {
        this.dialect = dialect;
        this.limits = dialect.limits();
        this.sizes = sizes;
        this.identifier = identifier;
    }

    /** The object's own row. */
    Object[] row(ClassTable table, Object object, long id, int version) {
        Object[] row = new Object[table.table().columns().size()];
        row[ClassTable.ID] = id;
        row[ClassTable.VERSION] = (long) version;
        for (ClassTable.Field field : table.fields()) {
            Attribute attribute = field.attribute();
            try {
                encode(
                        table.table(),
                        attribute,
                        field.slot(),
                        attribute.access().get(object),
                        row);
            } catch (IllegalArgumentException e) {
                throw refused(table.type(), id, attribute, e);
            }
        }
        return row;
    }

    /** The rows of one of the object's collections, in order. */
    void members(LinkTable link, Object object, long owner, Consumer<Object[]> rows) {
        Object container = link.attribute().access().get(object);
        if (container == null) {
            return;
        }
        LostFields.refuse(link.attribute(), container);
        refuseEqualMembers(link, container, owner);
        link.attribute()
                .containers()
                .forEach(
                        container,
                        (position, key, element) -> rows.accept(member(link, owner, position, key, element)));
    }

    /** Refuses a set, or the keys of a map, if two of them would be one after loading. */
    void refuseEqualMembers(LinkTable link, Object container, long owner) {
        try {
            EqualMembers.refuse(link, container);
        } catch (IllegalArgumentException e) {
            throw refused(link.attribute().declaringClass(), owner, link.attribute(), e);
        }
    }

    /** The row of one member of one of the object's collections. */
    Object[] member(LinkTable link, long owner, int position, @Nullable Object key, @Nullable Object element) {
        Object[] row = new Object[link.table().columns().size()];
        row[LinkTable.OWNER] = owner;
        row[LinkTable.POS] = (long) position;
        try {
            refuseUnsorted(link.attribute(), key, element);
            if (link.key() != null) {
                encode(link.table(), link.attribute(), link.key(), key, row);
            }
            encode(link.table(), link.attribute(), link.element(), element, row);
        } catch (IllegalArgumentException e) {
            throw refused(link.attribute().declaringClass(), owner, link.attribute(), e);
        }
        return row;
    }

    /**
     * Checks a row that another engine has held.
     *
     * @param subject what the table stores, for messages
     */
    void check(String subject, Table table, Object[] row) {
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null && !(row[i] instanceof Long)) {
                try {
                    check(table.columns().get(i), row[i]);
                    if (isLarge(row[i])) {
                        checkSize(row, i);
                    }
                } catch (TooLarge e) {
                    throw new StoreException(
                            VALUE_TOO_LARGE,
                            subject + " " + row[0] + "."
                                    + table.columns().get(i).name() + ": found " + e.getMessage(),
                            e);
                } catch (IllegalArgumentException e) {
                    throw new StoreException(
                            BAD_VALUE,
                            subject + " " + row[0] + "."
                                    + table.columns().get(i).name() + ": found " + e.getMessage(),
                            e);
                }
            }
        }
    }

    static boolean isLeftOut(PersistentClass type, Attribute attribute, @Nullable BitSet notLoaded) {
        return notLoaded != null && notLoaded.get(indexOf(type, attribute));
    }

    private static int indexOf(PersistentClass type, Attribute attribute) {
        List<Attribute> attributes = type.attributes();
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).name().equals(attribute.name())) {
                return i;
            }
        }
        throw new IllegalArgumentException(type + " has no " + attribute.name());
    }

    private void encode(Table table, Attribute attribute, Slot slot, @Nullable Object value, Object[] row) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            encodeEmbedded(table, attribute, embedded, value, row);
        } else if (value == null) {
            Column column = table.columns().get(slot.at());
            if (!column.nullable()) {
                throw new IllegalArgumentException("null; a value is needed");
            }
        } else if (slot instanceof Slot.ReferenceSlot reference) {
            refuseOther(reference.target().isInstance(value), value, reference.target());
            row[slot.at()] = identifier.idOf(value, attribute);
        } else {
            ValueType type = ((Slot.ValueSlot) slot).type();
            refuseOther(type.isInstance(value), value, type.name());
            type.encode(value, row, slot.at());
            for (int i = slot.at(); i < slot.at() + slot.width(); i++) {
                check(table.columns().get(i), row[i]);
                if (isLarge(row[i])) {
                    checkSize(row, i);
                }
            }
        }
    }

    private void encodeEmbedded(
            Table table, Attribute attribute, Slot.EmbeddedSlot slot, @Nullable Object value, Object[] row) {
        if (value != null) {
            refuseOther(slot.type().isInstance(value), value, slot.type().name());
            if (slot.presence()) {
                row[slot.at()] = true;
            }
            List<Attribute> components = slot.type().components();
            for (int i = 0; i < components.size(); i++) {
                try {
                    encode(
                            table,
                            attribute,
                            slot.components().get(i),
                            components.get(i).access().get(value),
                            row);
                } catch (TooLarge e) {
                    throw new TooLarge(components.get(i).name() + ": " + e.getMessage());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(components.get(i).name() + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /** A comparator may have a place for null. It is not stored: what is loaded is in natural order, which has none. */
    private static void refuseUnsorted(CollectionAttribute attribute, @Nullable Object key, @Nullable Object element) {
        if (attribute.container() == Container.SORTED_SET && element == null) {
            throw new IllegalArgumentException(
                    "a null; a sorted set comes back in natural order, which has no place for it");
        }
        if (attribute.container() == Container.SORTED_MAP && key == null) {
            throw new IllegalArgumentException(
                    "null as a key; a sorted map comes back in natural order, which has no place for it");
        }
    }

    /** Refuses a value of another class. A cast that the compiler cannot check brings it into a collection or a generic field. */
    private static void refuseOther(boolean isInstance, Object value, Object expected) {
        if (!isInstance) {
            throw new IllegalArgumentException(
                    "an object of " + value.getClass().getName() + "; expected one of " + expected);
        }
    }

    /** What this engine's columns cannot hold. */
    private void check(Column column, Object value) {
        ColumnType type = column.type();
        if (type == ColumnType.TEXT || type == ColumnType.NAME) {
            checkText(column, (String) value);
        } else if (type == ColumnType.DECIMAL || type == ColumnType.INTEGRAL) {
            BigDecimal number = (BigDecimal) value;
            int integerDigits = number.precision() - number.scale();
            int most = type == ColumnType.INTEGRAL
                    ? limits.decimalInteger() + limits.decimalScale()
                    : limits.decimalInteger();
            if (integerDigits > most) {
                throw new IllegalArgumentException(
                        "a number of " + integerDigits + " digits before the point; " + dialect + " keeps " + most);
            }
            if (number.stripTrailingZeros().scale() > limits.decimalScale()) {
                throw new IllegalArgumentException(
                        "a number of " + number.stripTrailingZeros().scale() + " digits after the point; " + dialect
                                + " keeps " + limits.decimalScale());
            }
        }
    }

    private void checkText(Column column, String text) {
        int most = column.type() == ColumnType.NAME ? 255 : column.unique() ? limits.uniqueText() : Integer.MAX_VALUE;
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw new IllegalArgumentException(
                    "text of " + text.codePointCount(0, text.length()) + " characters; this column keeps " + most);
        }
        if (!limits.nullCharacter() && text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the character U+0000 at " + text.indexOf('\0') + "; " + dialect + " cannot keep it in text");
        }
    }

    private static boolean isLarge(Object value) {
        return value instanceof byte[] bytes
                ? bytes.length > LARGE
                : value instanceof String text && text.length() > LARGE;
    }

    /** What the server takes neither in a statement of its own nor in a bulk load; with the large values that stand in the row by now. */
    private void checkSize(Object[] row, int at) {
        if (ValueSize.atMost(row) <= ANY_SERVER_TAKES) {
            return;
        }
        SizeLimit limit = sizes.get();
        long sent = 0;
        for (int i = 0; i < row.length && limit.row() != Long.MAX_VALUE; i++) {
            sent += ValueSize.of(row[i], limit.written());
        }
        if (sent > limit.row()) {
            throw new TooLarge(explained(row[at], sent, limit));
        }
    }

    private String explained(Object value, long sent, SizeLimit limit) {
        long bytes = ValueSize.of(value, SizeLimit.Written.PLAIN);
        long alone = ValueSize.of(value, limit.written());
        String found = figure(bytes) + " bytes"
                + (alone > bytes ? ", " + figure(alone) + " as the driver writes them into a statement" : "")
                + (sent > alone ? ", " + figure(sent) + " with the row's other values" : "");
        return limit.setting() == null
                ? found + "; expected at most " + figure(limit.row()) + " in a row of " + dialect
                        + "; keep the value elsewhere"
                : found + "; expected at most " + figure(limit.row()) + " in a row, which " + limit.setting()
                        + " of the server allows; set " + limit.setting() + " to at least " + figure(sent + sent / 8)
                        + " on the server and open the database again, or keep the value elsewhere";
    }

    private static String figure(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A value that is larger than the server accepts. */
    private static final class TooLarge extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        TooLarge(String message) {
            super(message);
        }
    }

    private static StoreException refused(
            PersistentClass type, long id, Attribute attribute, IllegalArgumentException cause) {
        String message = type + " " + id + "." + attribute.name() + ": found " + cause.getMessage();
        if (cause instanceof TooLarge) {
            return new StoreException(VALUE_TOO_LARGE, message, cause);
        }
        return new StoreException(BAD_VALUE, message, cause);
    }
}
