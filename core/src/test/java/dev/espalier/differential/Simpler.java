package dev.espalier.differential;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Quantifier;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.Term;
import dev.espalier.internal.rql.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Queries with one thing less. Some of them fit no model. */
final class Simpler {

    private Simpler() {}

    static List<RqlQuery> than(RqlQuery query) {
        List<RqlQuery> simpler = new ArrayList<>();
        if (query.limit().isPresent()) {
            simpler.add(new RqlQuery("", query.condition(), query.orders(), Optional.empty(), Optional.empty()));
        }
        if (query.offset().isPresent()) {
            simpler.add(new RqlQuery("", query.condition(), query.orders(), query.limit(), Optional.empty()));
        }
        without(query.orders())
                .forEach(orders ->
                        simpler.add(new RqlQuery("", query.condition(), orders, query.limit(), query.offset())));
        query.condition().ifPresent(condition -> {
            simpler.add(new RqlQuery("", Optional.empty(), query.orders(), query.limit(), query.offset()));
            than(condition)
                    .forEach(less -> simpler.add(
                            new RqlQuery("", Optional.of(less), query.orders(), query.limit(), query.offset())));
        });
        return simpler;
    }

    private static List<Expression> than(Expression expression) {
        return expression.map(new Cases());
    }

    private static final class Cases implements Expression.Cases<List<Expression>> {

        @Override
        public List<Expression> merge(Expression.Merge merge) {
            return parts(merge.parts(), parts -> new Expression.Merge(1, parts));
        }

        @Override
        public List<Expression> or(Expression.Or or) {
            return parts(or.parts(), parts -> new Expression.Or(1, parts));
        }

        @Override
        public List<Expression> and(Expression.And and) {
            return parts(and.parts(), parts -> new Expression.And(1, parts));
        }

        private List<Expression> parts(List<Expression> parts, Function<List<Expression>, Expression> join) {
            List<Expression> simpler = new ArrayList<>(parts);
            if (parts.size() > 2) {
                without(parts).forEach(fewer -> simpler.add(join.apply(fewer)));
            }
            for (int i = 0; i < parts.size(); i++) {
                for (Expression less : than(parts.get(i))) {
                    List<Expression> other = new ArrayList<>(parts);
                    other.set(i, less);
                    try {
                        simpler.add(join.apply(other));
                    } catch (IllegalArgumentException nestedInItsOwnKind) {
                        simpler.add(less);
                    }
                }
            }
            return simpler;
        }

        @Override
        public List<Expression> not(Expression.Not not) {
            List<Expression> simpler = new ArrayList<>(List.of(not.part()));
            than(not.part()).forEach(less -> simpler.add(new Expression.Not(1, less)));
            return simpler;
        }

        @Override
        public List<Expression> variable(Expression.Variable variable) {
            return List.of();
        }

        @Override
        public List<Expression> quantified(Expression.Quantified quantified) {
            List<Expression> simpler = new ArrayList<>();
            quantified.group().ifPresent(group -> {
                simpler.add(new Expression.Quantified(1, quantified.quantifier(), quantified.path(), Optional.empty()));
                than(group)
                        .forEach(less -> simpler.add(new Expression.Quantified(
                                1, quantified.quantifier(), quantified.path(), Optional.of(less))));
            });
            if (quantified.quantifier() != Quantifier.ANY) {
                simpler.add(new Expression.Quantified(1, Quantifier.ANY, quantified.path(), quantified.group()));
            }
            paths(quantified.path())
                    .forEach(path -> simpler.add(
                            new Expression.Quantified(1, quantified.quantifier(), path, quantified.group())));
            return simpler;
        }

        @Override
        public List<Expression> comparison(Expression.Comparison comparison) {
            List<Expression> simpler = new ArrayList<>();
            operands(comparison.left())
                    .forEach(left ->
                            simpler.add(new Expression.Comparison(1, left, comparison.operator(), comparison.right())));
            if (comparison.right() instanceof Path right) {
                paths(right)
                        .forEach(path -> simpler.add(
                                new Expression.Comparison(1, comparison.left(), comparison.operator(), path)));
                for (Term value : List.of(new Value.NumberLiteral(1, "1"), new Value.TextLiteral(1, "a"))) {
                    simpler.add(new Expression.Comparison(1, comparison.left(), comparison.operator(), value));
                }
            }
            return simpler;
        }

        private static Stream<Operand> operands(Operand operand) {
            if (operand instanceof Operand.Count count) {
                Stream<Operand> groups = count.group()
                        .map(group -> Stream.<Operand>concat(
                                Stream.of(new Operand.Count(1, count.path(), Optional.empty())),
                                than(group).stream()
                                        .map(less -> new Operand.Count(1, count.path(), Optional.of(less)))))
                        .orElse(Stream.of());
                return Stream.concat(
                        groups, paths(count.path()).map(path -> new Operand.Count(1, path, count.group())));
            }
            return operand instanceof Operand.Aggregate aggregate
                    ? paths(aggregate.path()).map(path -> new Operand.Aggregate(1, aggregate.function(), path))
                    : paths((Path) operand).map(path -> path);
        }

        @Override
        public List<Expression> in(Expression.In in) {
            List<Expression> simpler = new ArrayList<>();
            if (in.items().size() > 1) {
                for (List<Item> items : without(in.items())) {
                    simpler.add(new Expression.In(1, in.path(), in.negated(), items));
                }
            }
            paths(in.path()).forEach(path -> simpler.add(new Expression.In(1, path, in.negated(), in.items())));
            return simpler;
        }

        @Override
        public List<Expression> inVariable(Expression.InVariable in) {
            return paths(in.path())
                    .map(path -> (Expression) new Expression.InVariable(1, path, in.negated(), in.variable()))
                    .toList();
        }

        @Override
        public List<Expression> match(Expression.Match match) {
            return paths(match.path())
                    .map(path -> (Expression)
                            new Expression.Match(1, path, match.negated(), match.pattern(), match.ignoreCase()))
                    .toList();
        }

        @Override
        public List<Expression> isNull(Expression.IsNull isNull) {
            return paths(isNull.path())
                    .map(path -> (Expression) new Expression.IsNull(1, path, isNull.negated()))
                    .toList();
        }

        @Override
        public List<Expression> isEmpty(Expression.IsEmpty isEmpty) {
            return paths(isEmpty.path())
                    .map(path -> (Expression) new Expression.IsEmpty(1, path, isEmpty.negated()))
                    .toList();
        }

        @Override
        public List<Expression> computed(Expression.Computed computed) {
            return List.of();
        }

        @Override
        public List<Expression> isClass(Expression.IsClass isClass) {
            return paths(isClass.path())
                    .map(path -> (Expression) new Expression.IsClass(1, path, isClass.negated(), isClass.className()))
                    .toList();
        }
    }

    private static Stream<Path> paths(Path path) {
        List<Path> simpler = new ArrayList<>();
        if (path.steps().size() > 1) {
            without(path.steps()).forEach(steps -> simpler.add(new Path(1, steps)));
        }
        for (int i = 0; i < path.steps().size(); i++) {
            for (Path.Step step : steps(path.steps().get(i))) {
                List<Path.Step> steps = new ArrayList<>(path.steps());
                steps.set(i, step);
                simpler.add(new Path(1, steps));
            }
        }
        return simpler.stream();
    }

    private static List<Path.Step> steps(Path.Step step) {
        List<Path.Step> simpler = new ArrayList<>();
        if (step instanceof Path.Field field) {
            field.only()
                    .ifPresent(
                            only -> simpler.add(new Path.Field(1, field.name(), Optional.empty(), field.repetition())));
            field.repetition()
                    .ifPresent(
                            repetition -> simpler.add(new Path.Field(1, field.name(), field.only(), Optional.empty())));
        } else if (step instanceof Path.Inverse inverse) {
            inverse.only()
                    .ifPresent(only -> simpler.add(new Path.Inverse(
                            1, inverse.owner(), inverse.name(), Optional.empty(), inverse.repetition())));
            inverse.repetition()
                    .ifPresent(repetition -> simpler.add(
                            new Path.Inverse(1, inverse.owner(), inverse.name(), inverse.only(), Optional.empty())));
        } else if (step instanceof Path.Group group) {
            paths(group.body()).forEach(body -> simpler.add(new Path.Group(1, body, group.times())));
            if (group.body().steps().size() == 1) {
                simpler.add(group.body().steps().get(0));
            }
        }
        return simpler;
    }

    /** The lists that lack one of the members. */
    static <T> List<List<T>> without(List<T> members) {
        List<List<T>> lists = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            List<T> fewer = new ArrayList<>(members);
            fewer.remove(i);
            lists.add(fewer);
        }
        return lists;
    }
}
