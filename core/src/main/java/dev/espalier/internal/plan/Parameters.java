package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.BAD_NUMBER;
import static dev.espalier.error.ErrorCode.POSITIONAL_PARAMETER;
import static dev.espalier.error.ErrorCode.SURPLUS_PARAMETER;
import static dev.espalier.error.ErrorCode.UNBOUND_PARAMETER;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.LargestDecimals;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.rql.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameter values of one query, by name. Question marks have the names 1, 2, 3 ... */
final class Parameters {

    private final Map<String, Object> given;
    private final Set<String> used;
    private final QueryErrors mistakes;
    /** The kind of text, for messages; null if it may have question marks. */
    private final @Nullable String named;

    private Parameters(Map<String, Object> given, Set<String> used, QueryErrors mistakes, @Nullable String named) {
        this.given = given;
        this.used = used;
        this.mistakes = mistakes;
        this.named = named;
    }

    Parameters(Map<String, Object> given, QueryErrors mistakes) {
        this(new HashMap<>(given), new HashSet<>(), mistakes, null);
    }

    /**
     * Returns the parameters of a variable of the query. A variable accepts only named parameters: question marks in several texts have no
     * order.
     */
    Parameters ofVariable(QueryErrors ofItsText) {
        return new Parameters(given, used, ofItsText, "a variable");
    }

    /** Returns the parameters of a selection, which accepts only named ones too. */
    Parameters ofSelection(QueryErrors ofItsText) {
        return new Parameters(given, used, ofItsText, "a selection");
    }

    /** Returns the value of a parameter, or null. An Optional is unwrapped. */
    @Nullable
    Object value(Value.Parameter parameter) {
        if (parameter.positional() && named != null) {
            throw mistakes.at(
                    parameter.position(),
                    POSITIONAL_PARAMETER,
                    "found '?' in " + named + "; expected a name, like :value");
        }
        used.add(parameter.name());
        Object value = given.get(parameter.name());
        if (value == null && !given.containsKey(parameter.name())) {
            throw mistakes.at(
                    parameter.position(),
                    UNBOUND_PARAMETER,
                    title(parameter.name()) + " has no value; given are: "
                            + (given.isEmpty()
                                    ? "none"
                                    : NameList.of(given.keySet().stream()
                                            .sorted()
                                            .map(Parameters::title)
                                            .toList())));
        }
        Object one = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        requireBounded(one, parameter);
        return one;
    }

    /** Planning computes with numbers. */
    private void requireBounded(@Nullable Object value, Value.Parameter parameter) {
        if (value instanceof Number number && !LargestDecimals.include(number)) {
            throw mistakes.at(
                    parameter.position(),
                    BAD_NUMBER,
                    title(parameter.name()) + " is a number beyond what any engine keeps; expected "
                            + LargestDecimals.EXPECTED);
        }
    }

    /** Returns the values of a parameter in a list. A collection or an array gives several. */
    List<Object> values(Value.Parameter parameter) {
        Object value = value(parameter);
        if (value instanceof Collection<?> several) {
            several.forEach(one -> requireBounded(one, parameter));
            return new ArrayList<>(several);
        }
        if (value instanceof Object[] several) {
            Arrays.stream(several).forEach(one -> requireBounded(one, parameter));
            return Arrays.asList(several);
        }
        if (value instanceof long[] several) {
            return new ArrayList<>(Arrays.stream(several).boxed().toList());
        }
        if (value instanceof int[] several) {
            return new ArrayList<>(Arrays.stream(several).boxed().toList());
        }
        return Collections.singletonList(value);
    }

    /** Returns an error if a given parameter is unused. Call it when the whole query is planned. */
    Optional<QueryException> surplus() {
        return given.keySet().stream()
                .filter(name -> !used.contains(name))
                .sorted()
                .findFirst()
                .map(name -> mistakes.atEnd(
                        SURPLUS_PARAMETER, "a value is given for " + title(name) + ", which the query does not have"));
    }

    private static String title(String name) {
        return !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "'?' number " + name : ":" + name;
    }
}
