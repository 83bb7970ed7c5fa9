package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.DUPLICATE_COLUMN;
import static dev.espalier.error.ErrorCode.MANY_VALUES;
import static dev.espalier.error.ErrorCode.MISPLACED_AGGREGATE;
import static dev.espalier.error.ErrorCode.NO_OBJECT;
import static dev.espalier.error.ErrorCode.NO_ORDER;
import static dev.espalier.error.ErrorCode.NO_VALUE;
import static dev.espalier.error.ErrorCode.TWO_COLLECTIONS;
import static dev.espalier.error.ErrorCode.UNKNOWN_FUNCTION;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Nearest;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Plans the formulas of one selection or of one condition, and checks the types of their values. */
final class FormulaPlans {

    private final OneQuery selection;
    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final Parameters parameters;
    private final FormulaConstants constants;
    private final CountConditions counts;
    private final RowTree tree;
    private final Place place;

    /** Decides which values a formula can have. */
    enum Place {
        /** A row of a selection, whose aggregates are planned apart. */
        SELECTION("another aggregate"),
        /** The argument of an aggregate, in a formula about one object. */
        AGGREGATE("another aggregate"),
        /** A nested column. */
        ROWS("a column of rows"),
        /** A condition, whose aggregates are planned apart, and whose other paths reach one value at most. */
        CONDITION("a formula of a condition"),
        /** A sort key of objects, whose aggregates are planned apart, and whose other paths reach one value at most. */
        ORDER("a sort key");

        private final String title;

        Place(String title) {
            this.title = title;
        }
    }

    FormulaPlans(OneQuery selection, Scope scope, RowTree tree, Place place) {
        this.selection = selection;
        this.scope = scope;
        this.mistakes = selection.mistakes();
        this.paths = selection.paths();
        this.parameters = selection.parameters();
        this.constants = new FormulaConstants(mistakes, parameters);
        this.counts = new CountConditions(
                selection, scope, new Conditions(selection, scope), new PathComparison(selection, scope));
        this.tree = tree;
        this.place = place;
    }

    /** Gives the values of some formulas in another way. */
    interface Substitution {

        /** Returns another plan of a formula; empty for its own. */
        Optional<PlannedFormula> of(Formula formula);
    }

    /** Plans a formula of the fields of a row. */
    PlannedFormula ofFields(Formula formula) {
        return plan(formula, none -> Optional.empty());
    }

    /** Plans a formula, of which parts are planned in another way. */
    PlannedFormula plan(Formula formula, Substitution other) {
        Optional<PlannedFormula> substitute = other.of(formula);
        if (substitute.isPresent()) {
            return substitute.get();
        }
        if (formula instanceof Path path) {
            return field(path);
        }
        if (formula instanceof Value value) {
            return constants.of(value);
        }
        if (formula instanceof Formula.Arithmetic arithmetic) {
            PlannedFormula left = number(arithmetic.left(), other);
            PlannedFormula right = number(arithmetic.right(), other);
            return new PlannedFormula.Arithmetic(
                    arithmetic.sign(), left, right, type(arithmetic.sign(), left.type(), right.type()));
        }
        if (formula instanceof Formula.Negated negated) {
            PlannedFormula part = number(negated.part(), other);
            return new PlannedFormula.Negated(part, part.type().computed());
        }
        if (formula instanceof Formula.Call call) {
            return call(call, other);
        }
        if (formula instanceof Formula.Case ofCase) {
            return ofCase(ofCase, other);
        }
        throw mistakes.at(
                formula.position(),
                MISPLACED_AGGREGATE,
                Rql.print(formula) + " is within " + place.title + "; expected a value of one row");
    }

    /** Plans a column: a formula of the fields of a row, or rows of its own. */
    PlannedFormula ofColumn(Formula formula) {
        return formula instanceof Formula.Rows rows ? rows(rows) : ofFields(formula);
    }

    private PlannedFormula.Rows rows(Formula.Rows rows) {
        ResolvedPath reach = paths.reach(scope, rows.path());
        PersistentClass type =
                reach.slot().content() instanceof FieldRef.Content.Id && !reach.atObjects() ? null : reach.objects();
        boolean areRecords = reach.slot().content() instanceof FieldRef.Content.Embedded
                && !reach.steps().isEmpty();
        if (type == null && !areRecords) {
            throw mistakes.at(
                    rows.position(),
                    NO_OBJECT,
                    reach.slot().spoken()
                            + (reach.slot().content() instanceof FieldRef.Content.Embedded
                                    ? " is one record, and no row; expected its components as columns, like "
                                            + Rql.print(rows.path()) + "."
                                            + Rql.print(rows.columns().get(0).formula())
                                    : " holds plain values, which have no columns; expected a path to objects"));
        }
        RowTree path = tree.nested();
        int source = type != null
                ? path.source(reach.stepsToObjects(type), Condition.ALWAYS)
                : path.source(reach.steps(), Condition.present(reach.slot()));
        FormulaPlans members = new FormulaPlans(
                selection,
                type != null ? Scope.of(type) : Conditions.inRecord(reach.slot()),
                path.from(source),
                Place.ROWS);
        return new PlannedFormula.Rows(tree.from(), source, members.columns(rows.columns(), members::ofColumn));
    }

    /** Plans columns, of which two have two names. */
    List<RowPlan.Column> columns(List<RqlSelection.Column> given, Function<Formula, PlannedFormula> planning) {
        List<RowPlan.Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RqlSelection.Column column : given) {
            columns.add(new RowPlan.Column(column.name(), planning.apply(column.formula()), column.position()));
        }
        for (RowPlan.Column column : columns) {
            if (!names.add(column.name())) {
                throw mistakes.at(
                        column.position(),
                        DUPLICATE_COLUMN,
                        "two columns are called " + column.name()
                                + "; expected another name for one of them, behind AS");
            }
        }
        return columns;
    }

    private PlannedFormula field(Path path) {
        ResolvedPath reach = paths.reach(scope, path);
        if (place == Place.CONDITION && !reach.isSingle()) {
            throw many(path);
        }
        if (place == Place.ORDER && !reach.isSingle()) {
            throw mistakes.at(
                    path.position(),
                    MANY_VALUES,
                    Rql.print(path)
                            + " leads to several values, and a sort key has one; expected an aggregate, such as MAX("
                            + Rql.print(path) + ")");
        }
        boolean isId = reach.slot().content() instanceof FieldRef.Content.Id && !reach.atObjects();
        if (!(reach.slot().content() instanceof FieldRef.Content.Value) && !isId) {
            throw mistakes.at(
                    path.position(),
                    NO_VALUE,
                    reach.objects() == null
                            ? FieldKind.of(reach) + " is a record, and no value; expected one of its components"
                            : "the path leads to objects of " + reach.objects()
                                    + ", which are no values; expected a field of them, like "
                                    + Rql.print(path) + ".id");
        }
        return field(tree.source(reach.steps(), Condition.ALWAYS), reach.slot());
    }

    /** A path leads to several values, and a formula of a condition has one. */
    private QueryException many(Path path) {
        int steps = 1;
        while (paths.reach(scope, upTo(path, steps)).isSingle()) {
            steps++;
        }
        Path collection = upTo(path, steps);
        boolean hasGroup = !(paths.reach(scope, collection).slot().content() instanceof FieldRef.Content.Value);
        return mistakes.at(
                path.position(),
                MANY_VALUES,
                Rql.print(path) + " leads to several values, and a formula of a condition has one; expected "
                        + (hasGroup
                                ? "a group, in which paths begin at one of them: " + Rql.print(collection) + "(...)"
                                : "a path through fields and references"));
    }

    private static Path upTo(Path path, int steps) {
        return new Path(path.position(), path.steps().subList(0, steps));
    }

    private PlannedFormula.Field field(int source, FieldRef slot) {
        return new PlannedFormula.Field(
                source,
                tree.field(source, slot),
                slot.content() instanceof FieldRef.Content.Value value
                        ? FormulaType.of(value.type())
                        : FormulaType.WHOLE);
    }

    private PlannedFormula number(Formula formula, Substitution other) {
        PlannedFormula planned = plan(formula, other);
        if (!planned.type().isNumber() && planned.type().kind() != Kind.MISSING) {
            throw mistakes.at(
                    formula.position(),
                    WRONG_TYPE,
                    Rql.print(formula) + " is " + withArticle(planned.type()) + "; expected a number");
        }
        return planned;
    }

    /** A quotient of whole numbers can be a fraction. */
    private static FormulaType type(Formula.Sign sign, FormulaType left, FormulaType right) {
        Kind kind = left.kind() == Kind.MISSING
                ? right.kind()
                : right.kind() == Kind.MISSING || left.kind().compareTo(right.kind()) > 0 ? left.kind() : right.kind();
        return kind == Kind.WHOLE && sign == Formula.Sign.DIVIDED ? FormulaType.DECIMAL : new FormulaType(kind, null);
    }

    private PlannedFormula call(Formula.Call call, Substitution other) {
        RowFunction function = RowFunction.named(call.function()).orElseThrow(() -> unknown(call));
        if (!function.takes(call.arguments().size())) {
            throw mistakes.at(
                    call.position(),
                    WRONG_TYPE,
                    function.title() + " takes " + function.arguments() + "; found "
                            + call.arguments().size());
        }
        List<PlannedFormula> arguments = new ArrayList<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            Formula given = call.arguments().get(i);
            PlannedFormula argument = plan(given, other);
            function.expected(i, argument.type()).ifPresent(expected -> {
                throw mistakes.at(
                        given.position(),
                        WRONG_TYPE,
                        Rql.print(given) + " is " + withArticle(argument.type()) + "; " + function.title() + " takes "
                                + expected);
            });
            arguments.add(argument);
        }
        if (function != RowFunction.COALESCE) {
            return new PlannedFormula.Call(
                    function, arguments, function.type(arguments.get(0).type()));
        }
        List<PlannedFormula> alike = constants.alike(call.arguments(), arguments);
        return new PlannedFormula.Call(function, alike, common(call.arguments(), alike));
    }

    private RuntimeException unknown(Formula.Call call) {
        List<String> known = RowFunction.names();
        String near = Nearest.to(call.function(), known)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        return mistakes.at(
                call.position(),
                UNKNOWN_FUNCTION,
                "there is no function " + call.function() + near + "; there are: " + String.join(", ", known)
                        + ", and the aggregates COUNT, SUM, MIN, MAX, AVG");
    }

    private PlannedFormula ofCase(Formula.Case ofCase, Substitution other) {
        List<PlannedTest> tests = new ArrayList<>();
        List<Formula> given = new ArrayList<>();
        List<PlannedFormula> values = new ArrayList<>();
        for (Formula.When when : ofCase.whens()) {
            tests.add(test(when.test(), other));
            given.add(when.value());
            values.add(plan(when.value(), other));
        }
        given.add(ofCase.otherwise().orElse(new Value.NullLiteral(ofCase.position())));
        values.add(ofCase.otherwise()
                .map(otherwise -> plan(otherwise, other))
                .orElse(new PlannedFormula.Constant(null, FormulaType.MISSING)));
        List<PlannedFormula> alike = constants.alike(given, values);
        FormulaType type = common(given, alike);
        List<PlannedFormula.When> whens = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            whens.add(new PlannedFormula.When(tests.get(i), alike.get(i)));
        }
        return new PlannedFormula.Case(whens, alike.get(alike.size() - 1), type);
    }

    /** Returns the type that has all values. */
    private FormulaType common(List<Formula> given, List<PlannedFormula> values) {
        FormulaType type = FormulaType.MISSING;
        for (int i = 0; i < values.size(); i++) {
            FormulaType next = values.get(i).type();
            FormulaType both = type.with(next);
            if (both == null) {
                throw mistakes.at(
                        given.get(i).position(),
                        WRONG_TYPE,
                        Rql.print(given.get(i)) + " is " + withArticle(next) + ", and a value before it "
                                + withArticle(type) + "; expected values of one type");
            }
            type = both;
        }
        return type;
    }

    /** Plans a test of a row. */
    PlannedTest test(RowTest test, Substitution other) {
        if (test instanceof RowTest.Or or) {
            return new PlannedTest.Or(
                    or.parts().stream().map(part -> test(part, other)).toList());
        }
        if (test instanceof RowTest.And and) {
            return new PlannedTest.And(
                    and.parts().stream().map(part -> test(part, other)).toList());
        }
        if (test instanceof RowTest.Not not) {
            return new PlannedTest.Not(test(not.part(), other));
        }
        if (test instanceof RowTest.Comparison comparison) {
            return comparison(comparison, other);
        }
        if (test instanceof RowTest.IsNull isNull) {
            return negated(isNull.negated(), new PlannedTest.IsNull(plan(isNull.value(), other)));
        }
        if (test instanceof RowTest.In in) {
            return negated(in.negated(), in(in, other));
        }
        RowTest.Match match = (RowTest.Match) test;
        PlannedFormula value = plan(match.value(), other);
        if (value.type().kind() != Kind.TEXT
                && value.type().kind() != Kind.MISSING
                && !value.type().isEnum()) {
            throw mistakes.at(
                    match.position(),
                    WRONG_TYPE,
                    Rql.print(match.value()) + " is matched with a pattern; expected a text");
        }
        String pattern = new PatternText(mistakes, parameters).of(match.pattern());
        return negated(
                match.negated(),
                pattern == null
                        ? new PlannedTest.Or(List.of())
                        : new PlannedTest.Match(value, pattern, match.ignoreCase()));
    }

    private static PlannedTest negated(boolean negated, PlannedTest test) {
        return negated ? new PlannedTest.Not(test) : test;
    }

    private PlannedTest comparison(RowTest.Comparison comparison, Substitution other) {
        List<Formula> given = List.of(comparison.left(), comparison.right());
        if (other.of(comparison.right()).isEmpty()) {
            paths.requireFieldOrValue(scope, comparison.right());
        }
        List<PlannedFormula> both =
                constants.compared(given, List.of(plan(comparison.left(), other), plan(comparison.right(), other)));
        FormulaType left = both.get(0).type();
        FormulaType right = both.get(1).type();
        String kinds = Rql.print(given.get(0)) + " (" + left + ") and " + Rql.print(given.get(1)) + " (" + right + ")";
        if (!left.isComparableWith(right)) {
            throw mistakes.at(comparison.position(), WRONG_TYPE, kinds + " are compared; expected values of one type");
        }
        boolean isOrdered = comparison.operator() != Operator.EQUAL && comparison.operator() != Operator.NOT_EQUAL;
        if (isOrdered && left.kind() == Kind.TRUTH) {
            throw mistakes.at(comparison.position(), NO_ORDER, kinds + " are compared; expected = or !=");
        }
        return new PlannedTest.Comparison(both.get(0), comparison.operator(), both.get(1));
    }

    private PlannedTest in(RowTest.In in, Substitution other) {
        PlannedFormula value = plan(in.value(), other);
        List<Object> values = new ArrayList<>();
        List<PlannedTest.Interval> intervals = new ArrayList<>();
        for (Item item : in.items()) {
            if (item instanceof Item.Interval interval) {
                if (value.type().kind() == Kind.TRUTH) {
                    throw mistakes.at(item.position(), NO_ORDER, "TRUE and FALSE have no order; expected a value");
                }
                Object low = interval.low()
                        .map(end -> constants.comparedWith(value.type(), end))
                        .orElse(null);
                Object high = interval.high()
                        .map(end -> constants.comparedWith(value.type(), end))
                        .orElse(null);
                boolean isEmpty = interval.low().isPresent() && low == null
                        || interval.high().isPresent() && high == null; // an end that is NULL compares with nothing
                if (!isEmpty) {
                    intervals.add(new PlannedTest.Interval(low, interval.lowIncluded(), high, interval.highIncluded()));
                }
            } else {
                values.addAll(constants.listed(value.type(), (Value) item));
            }
        }
        return new PlannedTest.In(value, values, intervals);
    }

    /** Plans an aggregate. */
    RowPlan.Aggregate aggregate(Formula formula) {
        if (formula instanceof Formula.CountRows) {
            return new RowPlan.Aggregate(
                    Condition.Aggregation.COUNT, false, -1, null, FormulaType.WHOLE, formula.position());
        }
        if (formula instanceof Formula.Count count) {
            return count(count);
        }
        Formula.Aggregate aggregate = (Formula.Aggregate) formula;
        PlannedFormula argument = ofFields(aggregate.argument());
        Condition.Aggregation aggregation =
                Condition.Aggregation.valueOf(aggregate.function().name());
        return new RowPlan.Aggregate(
                aggregation,
                aggregate.distinct() && !areDifferent(argument),
                grain(argument, formula),
                argument,
                type(aggregate, aggregation, argument.type()),
                formula.position());
    }

    private FormulaType type(Formula.Aggregate aggregate, Condition.Aggregation aggregation, FormulaType argument) {
        boolean total = aggregation == Condition.Aggregation.SUM || aggregation == Condition.Aggregation.AVG;
        if (total && !argument.isNumber()) {
            throw mistakes.at(
                    aggregate.argument().position(),
                    WRONG_TYPE,
                    aggregation + " is made of " + Rql.print(aggregate.argument()) + " (" + argument
                            + "); expected numbers");
        }
        if (!total
                && aggregation != Condition.Aggregation.COUNT
                && (argument.isEnum() || argument.kind() == Kind.TRUTH)) {
            throw mistakes.at(
                    aggregate.argument().position(),
                    NO_ORDER,
                    Rql.print(aggregate.argument()) + " (" + argument
                            + ") has no least and no greatest value; expected COUNT");
        }
        return switch (aggregation) {
            case COUNT -> FormulaType.WHOLE;
            case SUM -> argument.computed();
            case AVG -> argument.kind() == Kind.WHOLE ? FormulaType.DECIMAL : argument.computed();
            case MIN, MAX -> argument;
        };
    }

    /** Plans a count of values, of objects, each once in a group, or of the rows with a record. */
    private RowPlan.Aggregate count(Formula.Count count) {
        if (count.group().isEmpty()) {
            ResolvedPath reach = paths.reach(scope, count.path());
            boolean isId = reach.slot().content() instanceof FieldRef.Content.Id && !reach.atObjects();
            if (isId || reach.slot().content() instanceof FieldRef.Content.Value) {
                return count(count, false, field(tree.source(reach.steps(), Condition.ALWAYS), reach.slot()));
            }
        }
        CountConditions.Counted counted =
                counts.counted(new Operand.Count(count.position(), count.path(), count.group()));
        int source = tree.source(counted.steps(), counted.condition());
        return counted.type() != null
                ? count(count, true, field(source, FieldRef.id(counted.type())))
                : new RowPlan.Aggregate(
                        Condition.Aggregation.COUNT, false, source, null, FormulaType.WHOLE, count.position());
    }

    private RowPlan.Aggregate count(Formula.Count count, boolean distinct, PlannedFormula.Field argument) {
        return new RowPlan.Aggregate(
                Condition.Aggregation.COUNT,
                distinct && !areDifferent(argument),
                grain(argument, count),
                argument,
                FormulaType.WHOLE,
                count.position());
    }

    /** Returns whether the rows of the values' source have different ones, so that each counts once by itself. */
    private boolean areDifferent(PlannedFormula values) {
        return values instanceof PlannedFormula.Field field
                && tree.field(field.source(), field.index()).content() instanceof FieldRef.Content.Id
                && tree.isOneWay(field.source());
    }

    /** Returns the source whose rows an aggregate takes once each: the last one with several rows on the way to its values. */
    private int grain(PlannedFormula argument, Formula aggregate) {
        int deepest = 0;
        for (int source : new TreeSet<>(tree.manyOf(argument))) {
            if (!tree.isAbove(deepest, source)) {
                throw mistakes.at(
                        aggregate.position(),
                        TWO_COLLECTIONS,
                        Rql.print(aggregate) + " leads through " + tree.step(deepest) + " and " + tree.step(source)
                                + ", of which each could be combined with each; expected one of them");
            }
            deepest = source;
        }
        return deepest;
    }

    private static String withArticle(FormulaType type) {
        ValueType values = type.values();
        return values == null ? type.toString() : Constants.withArticle(values.name());
    }

    /** Returns a literal as a whole number, or else, if it has a point or an exponent or more than 64 bits, as a decimal. */
    static Object number(String text) {
        BigDecimal number = new BigDecimal(text);
        if (number.scale() != 0) {
            return number;
        }
        try {
            return number.longValueExact();
        } catch (ArithmeticException notALong) {
            return number;
        }
    }
}
