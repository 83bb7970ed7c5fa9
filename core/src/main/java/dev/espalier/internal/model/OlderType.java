package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The type of an attribute of which a newer version of the class can hold more, for example {@code int} if the database keeps {@code long}. Values
 * that this version can hold are read as ever. For another one it throws, instead of cutting it.
 */
public final class OlderType extends ValueType {

    private final ValueType type;
    private final boolean nullable;

    /** @param nullable whether the attribute may be null in this version of the class */
    public OlderType(ValueType type, boolean nullable) {
        super(type.javaClass(), type.comparedParts(), type.parts().toArray(Part[]::new));
        this.type = type;
        this.nullable = nullable;
    }

    /** The type of this version of the class. */
    ValueType original() {
        return type;
    }

    @Override
    public String name() {
        return type.name();
    }

    @Override
    public boolean isEnum() {
        return type.isEnum();
    }

    @Override
    public List<String> constants() {
        return type.constants();
    }

    @Override
    public Map<String, String> storedNames() {
        return type.storedNames();
    }

    @Override
    public Set<String> newConstants() {
        return type.newConstants();
    }

    @Override
    public String fullName() {
        return type.fullName();
    }

    @Override
    public boolean isSameAs(ValueType other) {
        return type.isSameAs(other instanceof OlderType older ? older.original() : other);
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        type.encode(value, row, at);
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        if (row[at] == null) {
            if (!nullable) {
                throw refused("no value");
            }
            return null;
        }
        Object value = requireNonNull(type.decode(row, at));
        Object[] again = new Object[parts().size()];
        type.encode(value, again, 0);
        if (!Arrays.equals(again, 0, again.length, row, at, at + again.length)) {
            throw refused(String.valueOf(row[at]));
        }
        return value;
    }

    private IllegalArgumentException refused(String found) {
        return new IllegalArgumentException("found " + found + "; this version of the class holds "
                + javaClass().getSimpleName() + (nullable ? "" : " and never null")
                + ", a newer one stores more; use the newer one");
    }

    @Override
    public ValueType summed() {
        return type.summed();
    }

    @Override
    public Object parse(Literal form, String text) {
        return type.parse(form, text);
    }
}
