package dev.espalier.internal.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.espalier.internal.dialect.PatternBeginning;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plan for all values of its parameters that are compared with fields as they are. A query has none if a value decides the form of its plan, such as
 * a pattern that ignores case. The numbers behind LIMIT and OFFSET are put into the plan of each execution. Values that would change the form, such as null, a list, a fraction or a long text, do not fit: they need a plan of
 * their own.
 * Safe for any number of threads.
 *
 * @param <P> the kind of plan
 */
public final class PlanTemplate<P> {

    private final P plan;
    private final List<Use> uses;
    private final Set<String> names;

    private PlanTemplate(P plan, List<Use> uses, Set<String> names) {
        this.plan = plan;
        this.uses = List.copyOf(uses);
        this.names = Set.copyOf(names);
    }

    /** Makes a plan with placeholders; null if there is none. */
    interface Planning<P> {
        P plan(Map<String, Object> parameters);
    }

    /** @param hasAmounts whether the numbers behind LIMIT and OFFSET may be parameters */
    static <P> PlanTemplate<P> of(Set<String> names, boolean hasAmounts, Planning<P> planning) {
        List<Use> uses = new ArrayList<>();
        Map<String, Object> parameters = new HashMap<>();
        names.forEach(name -> parameters.put(name, new Later(name, uses, hasAmounts)));
        return new PlanTemplate<>(planning.plan(parameters), uses, names);
    }

    /** Returns the plan, with placeholders for the values. */
    public P plan() {
        return plan;
    }

    /** Returns how many placeholders the plan has. */
    public int length() {
        return uses.size();
    }

    /**
     * Returns the columns of each placeholder's value, with as many empty places behind them as are wanted.
     *
     * @param parameters values of parameters by name
     * @return null if one of them needs a plan of its own
     */
    public Object @Nullable [][] values(Map<String, Object> parameters, int more) {
        if (parameters.size() != names.size() || !names.containsAll(parameters.keySet())) {
            return null;
        }
        Object[][] values = new Object[uses.size() + more][];
        for (int i = 0; i < uses.size(); i++) {
            Use use = uses.get(i);
            Object given = parameters.get(use.name);
            Object[] columns = given == null ? null : use.columns(given);
            if (columns == null) {
                return null;
            }
            values[i] = columns;
        }
        return values;
    }

    /**
     * Returns the plan with the numbers behind LIMIT and OFFSET.
     *
     * @param parameters values of parameters by name
     * @return empty if one of them is no such number, or needs a plan of its own
     */
    public static Optional<Plan> cut(Plan plan, Map<String, Object> parameters) {
        if (!plan.query().isCut()) {
            return Optional.of(plan);
        }
        OptionalLong limit = amount(plan.query().limit(), plan.limit(), parameters);
        OptionalLong offset = amount(plan.query().offset(), OptionalLong.of(plan.offset()), parameters);
        return limit.isPresent() == plan.limit().isPresent() && offset.isPresent()
                ? Optional.of(plan.cut(limit, offset.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong amount(Optional<Value> text, OptionalLong planned, Map<String, Object> parameters) {
        if (!(text.orElse(null) instanceof Value.Parameter parameter)) {
            return planned;
        }
        Object given = parameters.get(parameter.name());
        return given instanceof Number number && Use.isWhole(number) && number.longValue() >= 0
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }

    /** Whether an execution's OFFSET is the value of a parameter. */
    public static boolean hasOffsetOfParameter(Plan plan) {
        return plan.query().offset().orElse(null) instanceof Value.Parameter;
    }

    /**
     * Returns whether comparisons of a field with a value have the same form as with most others, so that their statement serves for all of these.
     *
     * @param columns the value, in the form of the field's columns
     */
    public static boolean isBound(FieldRef field, List<Object> columns) {
        return (!(field.content() instanceof FieldRef.Content.Value value)
                        || Use.isComparedAsIs(value.type(), Operator.GREATER))
                && columns.stream()
                        .allMatch(column -> Use.isHeldByEachColumn(column)
                                && !(column instanceof String text && !Use.isShort(text)));
    }

    /** Thrown if a plan needs the value itself of a parameter that is planned as a placeholder. */
    static final class NoTemplate extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoTemplate() {
            super("the value decides the form of the plan", null, false, false);
        }
    }

    /** The value of a parameter that is not known yet. */
    static final class Later {
        private final String name;
        private final List<Use> uses;
        private final boolean mayBeAmount;

        private Later(String name, List<Use> uses, boolean mayBeAmount) {
            this.name = name;
            this.uses = uses;
            this.mayBeAmount = mayBeAmount;
        }

        /** Returns any number: that of each execution comes in its place. */
        long amount() {
            if (!mayBeAmount) {
                throw new NoTemplate();
            }
            return 1;
        }

        /** Compares it with a field. */
        Use with(FieldRef field, Operator operator) {
            return kept(new Use(uses.size(), name, field, operator, false));
        }

        /** Returns the condition that the text in a field begins like the pattern: by code point, those that do stand in a range. */
        Condition beginning(FieldRef field) {
            Use use = kept(new Use(uses.size(), name, field, Operator.GREATER_OR_EQUAL, true));
            return new Condition.Begins(field, use.placeholder(0), use.placeholder(1));
        }

        private Use kept(Use use) {
            uses.add(use);
            return use;
        }
    }

    /** A comparison of a field with a parameter. */
    static final class Use {
        /** The decimal columns of all engines hold more digits than these before the point, and behind it. */
        private static final int DECIMAL_INTEGER = 15;

        private static final int DECIMAL_SCALE = 10;

        private final int index;
        private final String name;
        private final FieldRef field;
        /** Null for an id or a reference. */
        private final @Nullable ValueType type;
        /** Whether the value is a pattern. */
        private final boolean isPattern;

        private Use(int index, String name, FieldRef field, Operator operator, boolean isPattern) {
            this.isPattern = isPattern;
            this.index = index;
            this.name = name;
            this.field = field;
            this.type = field.content() instanceof FieldRef.Content.Value value ? value.type() : null;
            if (field.content() instanceof FieldRef.Content.Embedded
                    || type != null && !isComparedAsIs(type, operator)
                    || isPattern && (type == null || type.javaClass() != String.class)) {
                throw new NoTemplate();
            }
        }

        /** An enum is stored by name, so that its constants have no order there. Large whole numbers may lie beyond all values of a column. */
        private static boolean isComparedAsIs(ValueType type, Operator operator) {
            return switch (type.parts().get(0).type()) {
                case SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, TEXT, DATE, TIME, TIMESTAMP, UUID -> true;
                case NAME -> !type.isEnum() || operator == Operator.EQUAL;
                case BOOLEAN -> operator == Operator.EQUAL;
                case INTEGRAL, BINARY -> false;
            };
        }

        Constant constant() {
            List<Object> columns = new ArrayList<>();
            for (int part = 0; part < (type == null ? 1 : type.comparedParts()); part++) {
                columns.add(placeholder(part));
            }
            return new Constant(columns);
        }

        private Placeholder placeholder(int at) {
            return values -> values[index][at];
        }

        /** Returns the columns of a value; null if it needs a plan of its own. */
        private Object @Nullable [] columns(Object given) {
            if (isPattern) {
                return given instanceof String pattern && isHeldByEachColumn(pattern) ? range(pattern) : null;
            }
            if (type == null) {
                return isWhole(given) ? new Object[] {((Number) given).longValue()} : id(given);
            }
            if (isWhole(given) && isWholeType(type)) {
                return new Object[] {((Number) given).longValue()};
            }
            Object value = converted(type, given);
            if (value == null || !isHeldByEachColumn(value)) {
                return null;
            }
            Object[] columns = new Object[type.parts().size()];
            try {
                type.encode(value, columns, 0);
            } catch (IllegalArgumentException refused) {
                return null;
            }
            for (int part = 0; part < type.comparedParts(); part++) {
                if (columns[part] == null || columns[part] instanceof String text && !isShort(text)) {
                    return null;
                }
            }
            return columns;
        }

        /** Returns the value of the field's type, also of a number or a text in the form of a literal; null if it needs a plan of its own. */
        private static @Nullable Object converted(ValueType type, Object given) {
            if (type.javaClass().isInstance(given) && (!type.isEnum() || given instanceof Enum<?>)) {
                return given;
            }
            boolean isNumber = isWhole(given) || given instanceof BigDecimal;
            if (type.parts().get(0).type().isInteger() || !isNumber && !(given instanceof String)) {
                return null;
            }
            try {
                return type.parse(isNumber ? ValueType.Literal.NUMBER : ValueType.Literal.STRING, given.toString());
            } catch (IllegalArgumentException wrong) {
                return null;
            }
        }

        /** The ends of the range of the texts that match; null if they are not a range. Half a surrogate pair is refused by a plan of its own. */
        private static Object @Nullable [] range(String pattern) {
            PatternBeginning beginning = PatternBeginning.of(pattern);
            return beginning.isRange()
                            && beginning.equals(beginning.cut(PatternBeginning.MOST))
                            && UTF_8.newEncoder().canEncode(pattern)
                    ? new Object[] {beginning.text(), beginning.after()}
                    : null;
        }

        /** An index on the beginnings of texts finds a shorter one by its beginning alone. A longer one needs a second comparison. */
        private static boolean isShort(String text) {
            return PatternBeginning.isShorter(text, PatternBeginning.MOST);
        }

        /** Whether a column of each engine can hold it, so that the comparison has the same form for all of them. */
        private static boolean isHeldByEachColumn(Object given) {
            if (given instanceof String text) {
                return text.indexOf('\0') < 0;
            }
            if (given instanceof BigDecimal number) {
                return number.scale() <= DECIMAL_SCALE && (long) number.precision() - number.scale() <= DECIMAL_INTEGER;
            }
            return !(given instanceof Double || given instanceof Float)
                    || Double.isFinite(((Number) given).doubleValue());
        }

        private Object @Nullable [] id(Object given) {
            PersistentClass target = field.content() instanceof FieldRef.Content.Reference reference
                    ? reference.target()
                    : ((FieldRef.Content.Id) field.content()).type();
            return given instanceof Request.Stored stored
                            && stored.id() != 0
                            && stored.type().isSubclassOf(target)
                    ? new Object[] {stored.id()}
                    : null;
        }

        private static boolean isWholeType(ValueType type) {
            Class<?> of = type.javaClass();
            return type.parts().get(0).type().isInteger()
                    && (of == Long.class || of == Integer.class || of == Short.class || of == Byte.class);
        }

        private static boolean isWhole(Object given) {
            return given instanceof Long || given instanceof Integer || given instanceof Short || given instanceof Byte;
        }
    }

    @Override
    public String toString() {
        return String.valueOf(plan);
    }
}
