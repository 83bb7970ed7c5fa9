package dev.espalier.typed;

import dev.espalier.internal.rql.Path.ClassName;
import dev.espalier.internal.rql.Path.Field;
import dev.espalier.internal.rql.Path.Group;
import dev.espalier.internal.rql.Path.Inverse;
import dev.espalier.internal.rql.Path.Repetition;
import dev.espalier.internal.rql.Path.Step;
import dev.espalier.internal.rql.Rql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The steps of a path, by name. For generated classes, which know that the names are right; programs use those.
 *
 * @param <R> the class where it begins
 */
public final class Route<R> {

    /** The position of what was not read from a text. */
    static final int NOWHERE = 0;

    private static final int NONE = -1;
    private static final Pattern CLASS_NAME = Pattern.compile(Rql.NAME + "(\\." + Rql.NAME + ")*");

    private final List<Step> steps;
    /** The place at which the steps in brackets begin; they reach to the end. */
    private final int bracket;

    private Route(List<Step> steps, int bracket) {
        this.steps = List.copyOf(steps);
        this.bracket = bracket;
    }

    /**
     * Returns a route without a step.
     *
     * @param <R> the class where it begins
     * @return the start
     */
    public static <R> Route<R> start() {
        return new Route<>(List.of(), NONE);
    }

    /**
     * Returns a route with one more step, to what a field holds.
     *
     * @param name the field
     * @return a new route
     */
    public Route<R> field(String name) {
        return with(new Field(NOWHERE, checked(Rql.NAME, name), Optional.empty(), Optional.empty()));
    }

    /**
     * Returns a route with one more step, to the objects that refer to this one.
     *
     * @param owner their class, as queries name it
     * @param name their field
     * @return a new route
     */
    public Route<R> inverse(String owner, String name) {
        return with(
                new Inverse(NOWHERE, className(owner), checked(Rql.NAME, name), Optional.empty(), Optional.empty()));
    }

    /**
     * Returns the route to the objects of one class only.
     *
     * @param type the class, as queries name it
     * @return a new route
     */
    public Route<R> only(String type) {
        Step last = once(steps.get(steps.size() - 1));
        return new Route<>(upTo(steps.size() - 1, copy(last, Optional.of(className(type)), Optional.empty())), bracket);
    }

    /** The steps of another route more, in brackets. */
    Route<R> bracketed(Route<?> body) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(body.steps);
        return new Route<>(all, steps.size());
    }

    /** The steps in brackets, or the last one, so often. */
    Route<R> repeated(int least, OptionalInt most) {
        Repetition repetition = new Repetition(NOWHERE, least, most);
        if (bracket != NONE) {
            var body = new dev.espalier.internal.rql.Path(NOWHERE, steps.subList(bracket, steps.size()));
            return new Route<>(upTo(bracket, new Group(NOWHERE, body, repetition)), NONE);
        }
        Step last = once(steps.get(steps.size() - 1));
        return new Route<>(upTo(steps.size() - 1, copy(last, last.only(), Optional.of(repetition))), NONE);
    }

    dev.espalier.internal.rql.Path path() {
        return new dev.espalier.internal.rql.Path(NOWHERE, steps);
    }

    private Route<R> with(Step step) {
        return new Route<>(upTo(steps.size(), step), NONE);
    }

    private List<Step> upTo(int end, Step last) {
        List<Step> all = new ArrayList<>(steps.subList(0, end));
        all.add(last);
        return all;
    }

    private static Step once(Step step) {
        if (step.repetition().isPresent()) {
            throw new IllegalStateException(
                    "the step is repeated already; what it is narrowed to, and how often it is taken, comes before: "
                            + "friends().asBoss().plus()");
        }
        return step;
    }

    private static Step copy(Step step, Optional<ClassName> only, Optional<Repetition> repetition) {
        return step instanceof Inverse inverse
                ? new Inverse(NOWHERE, inverse.owner(), inverse.name(), only, repetition)
                : new Field(NOWHERE, ((Field) step).name(), only, repetition);
    }

    static ClassName className(String name) {
        return new ClassName(NOWHERE, checked(CLASS_NAME, name));
    }

    static String checked(Pattern pattern, String name) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name");
        }
        return name;
    }
}
