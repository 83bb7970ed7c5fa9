package dev.espalier.naive;

import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.RqlSelection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of a selection. */
final class SelectionText {

    private final RqlSelection selection;
    private final PathTypes types;

    SelectionText(RqlSelection selection, PathTypes types) {
        this.selection = selection;
        this.types = types;
    }

    PathTypes types() {
        return types;
    }

    List<Formula> columns() {
        return selection.columns().stream().map(RqlSelection.Column::formula).toList();
    }

    boolean isGrouped() {
        return selection.distinct() || !aggregates().isEmpty();
    }

    /** The columns without aggregates. One without fields is no key of aggregates, as in SQL. */
    List<Formula> keys() {
        return columns().stream()
                .filter(column -> aggregatesIn(column).isEmpty())
                .filter(column -> aggregates().isEmpty() || !pathsIn(column).isEmpty())
                .toList();
    }

    /** All aggregates, wherever they are. */
    List<Formula> aggregates() {
        return Stream.of(
                        columns().stream(),
                        selection.having().stream().flatMap(having -> formulas(having).stream()),
                        selection.orders().stream().map(RqlSelection.Order::formula))
                .flatMap(each -> each)
                .flatMap(formula -> aggregatesIn(formula).stream())
                .toList();
    }

    /** The column that a name in HAVING or ORDER BY stands for. */
    Optional<Formula> aliased(Formula formula) {
        return selection.columns().stream()
                .filter(column -> formula instanceof Path path
                        && path.steps().size() == 1
                        && path.steps().get(0) instanceof Path.Field field
                        && field.only().isEmpty()
                        && field.repetition().isEmpty()
                        && field.name().equals(column.name()))
                .map(RqlSelection.Column::formula)
                .findFirst();
    }

    /** The beginnings of all paths, in the order in which they are written; each behind those before it. */
    List<NaiveSelection.Place> places(List<? extends Formula> formulas) {
        return placesOf(
                formulas.stream().flatMap(formula -> pathsIn(formula).stream()).toList());
    }

    /** Those of everything in a selection without groups; behind the columns their names are no paths. */
    List<NaiveSelection.Place> placesOfRows() {
        List<Path> paths = new ArrayList<>();
        columns().forEach(column -> paths.addAll(pathsIn(column)));
        Stream.concat(
                        selection.having().stream().flatMap(having -> formulas(having).stream()),
                        selection.orders().stream().map(RqlSelection.Order::formula))
                .flatMap(formula -> pathsIn(formula).stream())
                .filter(path -> aliased(path).isEmpty())
                .forEach(paths::add);
        return placesOf(paths);
    }

    private List<NaiveSelection.Place> placesOf(List<Path> paths) {
        Map<List<String>, NaiveSelection.Place> places = new LinkedHashMap<>();
        for (Path path : paths) {
            for (int i = 0; i < path.steps().size(); i++) {
                List<String> here = names(path).subList(0, i + 1);
                boolean isMany = types.isMany(path.steps().subList(0, i + 1));
                places.putIfAbsent(
                        here,
                        new NaiveSelection.Place(
                                here.subList(0, i), here, path.steps().get(i), isMany));
            }
        }
        return List.copyOf(places.values());
    }

    static List<String> names(Path path) {
        return path.steps().stream().map(SelectionText::name).toList();
    }

    /** One step in brackets is that step. */
    private static String name(Path.Step step) {
        String times = step.repetition()
                .map(repetition -> "{" + repetition.least() + ".." + repetition.most() + "}")
                .orElse("");
        if (step instanceof Path.Group group) {
            List<String> body = names(group.body());
            return (body.size() == 1 ? body.get(0) : "(" + String.join(".", body) + ")") + times;
        }
        return (step instanceof Path.Inverse inverse
                        ? "<" + inverse.owner().name() + "." + inverse.name()
                        : ((Path.Field) step).name())
                + step.only().map(only -> "[" + only.name() + "]").orElse("")
                + times;
    }

    // ---- parts

    static List<Formula> formulas(RowTest test) {
        if (test instanceof RowTest.Or or) {
            return or.parts().stream().flatMap(part -> formulas(part).stream()).toList();
        }
        if (test instanceof RowTest.And and) {
            return and.parts().stream().flatMap(part -> formulas(part).stream()).toList();
        }
        if (test instanceof RowTest.Not not) {
            return formulas(not.part());
        }
        if (test instanceof RowTest.Comparison comparison) {
            return List.of(comparison.left(), comparison.right());
        }
        if (test instanceof RowTest.In in) {
            return List.of(in.value());
        }
        return List.of(test instanceof RowTest.Match match ? match.value() : ((RowTest.IsNull) test).value());
    }

    private static List<Formula> children(Formula formula) {
        if (formula instanceof Formula.Arithmetic arithmetic) {
            return List.of(arithmetic.left(), arithmetic.right());
        }
        if (formula instanceof Formula.Negated negated) {
            return List.of(negated.part());
        }
        if (formula instanceof Formula.Call call) {
            return call.arguments();
        }
        List<Formula> children = new ArrayList<>();
        if (formula instanceof Formula.Case ofCase) {
            ofCase.whens().forEach(when -> {
                children.addAll(formulas(when.test()));
                children.add(when.value());
            });
            ofCase.otherwise().ifPresent(children::add);
        }
        return children;
    }

    /** The paths in a formula without aggregates. */
    static List<Path> paths(Formula formula) {
        return pathsIn(formula);
    }

    private static List<Formula> aggregatesIn(Formula formula) {
        return formula instanceof Formula.Aggregate
                        || formula instanceof Formula.Count
                        || formula instanceof Formula.CountRows
                ? List.of(formula)
                : children(formula).stream()
                        .flatMap(child -> aggregatesIn(child).stream())
                        .toList();
    }

    /** The paths of values; of a count the path that is counted. */
    private static List<Path> pathsIn(Formula formula) {
        return formula instanceof Path path
                ? List.of(path)
                : children(formula).stream()
                        .flatMap(child -> pathsIn(child).stream())
                        .toList();
    }
}
