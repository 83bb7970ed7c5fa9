package dev.espalier.naive;

import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RqlSelection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the rows of a selection by writing down every combination of what its paths lead to. Each beginning of a path is a place of its own in a row, so that
 * paths that begin alike speak of the same member.
 */
final class NaiveSelection {

    private final NaiveEvaluator conditions;
    private final Paths paths;
    private final RqlSelection selection;
    private final SelectionText text;
    private final NaiveFormulas formulas;
    private final Map<String, ?> parameters;
    private final PathTypes types;

    NaiveSelection(
            NaiveEvaluator conditions,
            Paths paths,
            Map<String, ?> parameters,
            PathTypes types,
            RqlSelection selection) {
        this.conditions = conditions;
        this.paths = paths;
        this.selection = selection;
        this.text = new SelectionText(selection, types);
        this.formulas = new NaiveFormulas(text, parameters, false);
        this.parameters = parameters;
        this.types = types;
    }

    /** A place in a row: the beginning of a path, to which a step leads. */
    record Place(List<String> before, List<String> here, Path.Step step, boolean isMany) {}

    /** The slots of a row by their places; a place to which nothing leads has null. */
    private record Binding(Map<List<String>, Slot> slots) {

        Slot at(List<String> place) {
            return slots.get(place);
        }

        Binding with(List<String> place, Slot slot) {
            Map<List<String>, Slot> more = new LinkedHashMap<>(slots);
            more.put(place, slot);
            return new Binding(more);
        }
    }

    /** A row that is made: of the keys for the order, and of the columns. */
    private record Made(List<Object> keys, List<Object> values) {}

    /** The values of each row, in the order of the columns. */
    List<List<Object>> of(List<?> objects) {
        return ofSlots(objects.stream().map(Slot::of).toList());
    }

    private List<List<Object>> ofSlots(List<Slot> objects) {
        List<Binding> all = objects.stream()
                .map(object -> new Binding(Map.of(List.of(), object)))
                .toList();
        List<Made> rows = new ArrayList<>();
        if (text.isGrouped()) {
            for (List<Binding> group : groups(expanded(all, text.places(text.keys())))) {
                make(group.isEmpty() ? null : group.get(0), group).ifPresent(rows::add);
            }
        } else {
            expanded(all, text.placesOfRows())
                    .forEach(row -> make(row, List.of()).ifPresent(rows::add));
        }
        rows.sort(order());
        return rows.stream()
                .skip(selection.offset().map(conditions::amount).orElse(0L))
                .limit(selection.limit().map(conditions::amount).orElse(Long.MAX_VALUE))
                .map(Made::values)
                .toList();
    }

    /** An aggregate is made when it is asked for: one that is too large is an error only then. */
    private Optional<Made> make(Binding row, List<Binding> group) {
        NaiveFormulas.Row values = new NaiveFormulas.Row() {
            @Override
            public Object path(Path path) {
                return content(row, path);
            }

            @Override
            public Object aggregate(Formula aggregate) {
                return NaiveSelection.this.aggregate(aggregate, group);
            }
        };
        if (selection.having().isPresent() && !formulas.holds(selection.having().get(), values)) {
            return Optional.empty();
        }
        List<Object> keys = new ArrayList<>();
        selection.orders().forEach(order -> keys.add(formulas.value(order.formula(), values)));
        if (text.isGrouped()) {
            text.keys().forEach(key -> keys.add(formulas.ofColumn(key, values)));
        }
        List<Object> columns = new ArrayList<>();
        text.columns()
                .forEach(column -> columns.add(
                        column instanceof Formula.Rows rows
                                ? nested(rows, row.at(List.of()))
                                : formulas.ofColumn(column, values)));
        return Optional.of(new Made(keys, columns));
    }

    /** The rows of a nested column: those of a selection of the members. */
    private List<List<Object>> nested(Formula.Rows rows, Slot object) {
        List<Slot> members = List.of(object);
        for (Path.Step step : rows.path().steps()) {
            members = members.stream()
                    .flatMap(member -> paths.ordered(step, member).stream())
                    .filter(member -> member.content() != null)
                    .toList();
        }
        RqlSelection columns = new RqlSelection(
                "", false, rows.columns(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        return new NaiveSelection(conditions, paths, parameters, types.behind(rows.path()), columns)
                .ofSlots(members.stream()
                        .map(member -> paths.contains(member.content()) ? Slot.of(member.content()) : member)
                        .toList());
    }

    /** Missing values come last, whatever the direction. */
    private Comparator<Made> order() {
        Comparator<Made> order = (ignored, unused) -> 0;
        int keys = selection.orders().size() + (text.isGrouped() ? text.keys().size() : 0);
        for (int i = 0; i < keys; i++) {
            int at = i;
            boolean descending =
                    i < selection.orders().size() && selection.orders().get(i).descending();
            Comparator<Object> values = descending ? (a, b) -> Order.compare(b, a) : Order::compare;
            order = order.thenComparing(row -> row.keys().get(at), Comparator.nullsLast(values));
        }
        return order;
    }

    // ---- rows and groups

    /** Gives rows some places: one row becomes one for each combination. */
    private List<Binding> expanded(List<Binding> rows, List<Place> places) {
        List<Binding> expanded = rows;
        for (Place place : places) {
            List<Binding> next = new ArrayList<>();
            for (Binding row : expanded) {
                if (row.slots().containsKey(place.here())) {
                    next.add(row);
                    continue;
                }
                Slot before = row.at(place.before());
                List<Slot> reached = before == null ? List.of() : paths.ordered(place.step(), before);
                reached.forEach(slot -> next.add(row.with(place.here(), slot)));
                if (reached.isEmpty()) {
                    next.add(row.with(place.here(), null));
                }
            }
            expanded = next;
        }
        return expanded;
    }

    private static Object content(Binding row, Path path) {
        Slot slot = row.at(SelectionText.names(path));
        return slot == null ? null : slot.content();
    }

    /** Rows with equal keys; those of nothing are one group if it has no keys, but for aggregates. */
    private List<List<Binding>> groups(List<Binding> rows) {
        List<List<Binding>> groups = new ArrayList<>();
        List<List<Object>> keys = new ArrayList<>();
        if (text.keys().isEmpty()) {
            return List.of(rows);
        }
        for (Binding row : rows) {
            List<Object> key = new ArrayList<>();
            text.keys()
                    .forEach(formula -> key.add(formulas.ofColumn(formula, new NaiveFormulas.Row() {
                        @Override
                        public Object path(Path path) {
                            return content(row, path);
                        }

                        @Override
                        public Object aggregate(Formula aggregate) {
                            throw new IllegalStateException("a key has none");
                        }
                    })));
            int at = 0;
            while (at < keys.size() && !areEqual(keys.get(at), key)) {
                at++;
            }
            if (at == keys.size()) {
                keys.add(key);
                groups.add(new ArrayList<>());
            }
            groups.get(at).add(row);
        }
        return groups;
    }

    private static boolean areEqual(List<Object> a, List<Object> b) {
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) == null || b.get(i) == null ? a.get(i) != b.get(i) : Order.compare(a.get(i), b.get(i)) != 0) {
                return false;
            }
        }
        return true;
    }

    // ---- aggregates

    private Object aggregate(Formula formula, List<Binding> group) {
        if (formula instanceof Formula.CountRows) {
            return (long) group.size();
        }
        if (formula instanceof Formula.Count count) {
            return count(count, group);
        }
        Formula.Aggregate aggregate = (Formula.Aggregate) formula;
        List<Object> values = new ArrayList<>();
        for (Binding row : grains(group, aggregate.argument())) {
            Object value = formulas.ofColumn(aggregate.argument(), new NaiveFormulas.Row() {
                @Override
                public Object path(Path path) {
                    return content(row, path);
                }

                @Override
                public Object aggregate(Formula nested) {
                    throw new IllegalStateException("an aggregate has no other within");
                }
            });
            boolean counts = value != null
                    && !(aggregate.distinct() && values.stream().anyMatch(known -> Order.compare(known, value) == 0));
            if (counts) {
                values.add(value);
            }
        }
        return aggregate.function() == Formula.AggregateFunction.COUNT
                ? (Object) (long) values.size()
                : formulas.computed(
                        aggregate,
                        Aggregates.of(
                                Operand.Function.valueOf(aggregate.function().name()), values));
    }

    /**
     * The values of a formula about one object, one for each combination of the slots at the ends of its paths. A row without a member of a collection has none; a path
     * that leads to nothing ends at the last slot on its way.
     */
    List<Object> valuesOfSlots(Formula formula, Slot object) {
        List<Place> places = text.places(List.of(formula));
        List<List<Slot>> known = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Binding row : expanded(List.of(new Binding(Map.of(List.of(), object))), places)) {
            boolean isComplete = places.stream().filter(Place::isMany).allMatch(place -> row.at(place.here()) != null);
            List<Slot> ends = SelectionText.paths(formula).stream()
                    .map(path -> lastOnWay(row, SelectionText.names(path)))
                    .toList();
            if (isComplete && !known.contains(ends)) {
                known.add(ends);
                Object value = formulas.ofColumn(formula, new NaiveFormulas.Row() {
                    @Override
                    public Object path(Path path) {
                        return content(row, path);
                    }

                    @Override
                    public Object aggregate(Formula nested) {
                        throw new IllegalStateException("an aggregate has no other within");
                    }
                });
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    /** An object stands for what is missing behind it once, in whatever slots it is. */
    private Slot lastOnWay(Binding row, List<String> place) {
        int steps = place.size();
        while (row.at(place.subList(0, steps)) == null) {
            steps--;
        }
        Slot last = row.at(place.subList(0, steps));
        return steps < place.size() && paths.contains(last.content()) ? Slot.of(last.content()) : last;
    }

    /** Different objects, or each value and each record once for each row of its own. */
    private long count(Formula.Count count, List<Binding> group) {
        List<Slot> reached = grains(group, count.path()).stream()
                .map(row -> row.at(SelectionText.names(count.path())))
                .filter(slot -> slot != null && slot.content() != null)
                .filter(slot -> count.group().isEmpty()
                        || conditions.holds(
                                count.group().get(), paths.contains(slot.content()) ? Slot.of(slot.content()) : slot))
                .toList();
        boolean areObjects = !reached.isEmpty() && paths.contains(reached.get(0).content());
        return areObjects
                ? Paths.identitySet(reached.stream().map(Slot::content).toList())
                        .size()
                : reached.size();
    }

    /** The rows of a formula's own in a group: one for each object and members along the collections to its values. */
    private List<Binding> grains(List<Binding> group, Formula formula) {
        List<Place> places = text.places(List.of(formula));
        List<List<String>> along =
                places.stream().filter(Place::isMany).map(Place::here).toList();
        List<List<Slot>> known = new ArrayList<>();
        List<Binding> grains = new ArrayList<>();
        for (Binding row : expanded(group, places)) {
            List<Slot> identity = new ArrayList<>(List.of(row.at(List.of())));
            along.forEach(place -> identity.add(row.at(place)));
            if (!identity.contains(null) && !known.contains(identity)) {
                known.add(identity);
                grains.add(row);
            }
        }
        return Collections.unmodifiableList(grains);
    }
}
