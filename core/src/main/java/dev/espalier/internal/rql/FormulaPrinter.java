package dev.espalier.internal.rql;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Spells selections out in their canonical form. Used once, by one thread. */
final class FormulaPrinter {

    private final StringBuilder text = new StringBuilder();

    String only(Formula formula) {
        formula(formula);
        return text.toString();
    }

    String only(RowTest test) {
        test(test);
        return text.toString();
    }

    /** Writes a test where TRUE and NULL at the beginning would be read as fields. */
    String condition(RowTest test) {
        test(test);
        Formula first = first(test);
        if (first instanceof Value.TruthLiteral || first instanceof Value.NullLiteral) {
            text.insert(firstWord(0).length(), ')').insert(0, '(');
        }
        return text.toString();
    }

    private static Formula first(RowTest test) {
        Formula first = test instanceof RowTest.Comparison comparison
                ? comparison.left()
                : test instanceof RowTest.In in
                        ? in.value()
                        : test instanceof RowTest.Match match ? match.value() : ((RowTest.IsNull) test).value();
        while (first instanceof Formula.Arithmetic arithmetic) {
            first = arithmetic.left();
        }
        return first;
    }

    String selection(RqlSelection selection) {
        text.append(selection.distinct() ? "DISTINCT " : "");
        columns(selection.columns(), selection.distinct());
        selection.having().ifPresent(having -> {
            text.append(" HAVING ");
            test(having);
        });
        if (!selection.orders().isEmpty()) {
            text.append(" ORDER BY ");
            join(selection.orders(), order -> {
                formula(order.formula());
                text.append(order.descending() ? " DESC" : "");
            });
        }
        selection.limit().ifPresent(limit -> text.append(" LIMIT ").append(Rql.print(limit)));
        selection.offset().ifPresent(offset -> text.append(" OFFSET ").append(Rql.print(offset)));
        return text.toString();
    }

    private void columns(List<RqlSelection.Column> columns, boolean distinct) {
        join(columns, column -> {
            int from = text.length();
            Formula formula = column.formula();
            formula(formula instanceof Formula.Rows rows ? rows.path() : formula);
            bracket(from, column == columns.get(0) && needsBrackets(from, distinct));
            if (formula instanceof Formula.Rows rows) {
                ofRows(rows);
            }
            column.alias().ifPresent(alias -> text.append(" AS ").append(alias));
        });
    }

    private void ofRows(Formula.Rows rows) {
        text.append(" {");
        columns(rows.columns(), false);
        text.append('}');
    }

    private void formula(Formula formula) {
        if (formula instanceof Path path) {
            path(Rql.print(path));
        } else if (formula instanceof Value value) {
            text.append(Rql.print(value));
        } else if (formula instanceof Formula.Arithmetic arithmetic) {
            boolean ofProducts = arithmetic.sign().isOfProducts();
            operand(arithmetic.left(), ofProducts && isSum(arithmetic.left()));
            text.append(' ').append(arithmetic.sign().symbol()).append(' ');
            operand(
                    arithmetic.right(),
                    (ofProducts ? arithmetic.right() instanceof Formula.Arithmetic : isSum(arithmetic.right()))
                            || beginsLikeEndOfPath(arithmetic));
        } else if (formula instanceof Formula.Negated negated) {
            text.append('-');
            operand(negated.part(), negated.part() instanceof Formula.Arithmetic || negated.part() instanceof Value);
        } else if (formula instanceof Formula.Call call) {
            text.append(call.function()).append('(');
            join(call.arguments(), this::formula);
            text.append(')');
        } else if (formula instanceof Formula.Case ofCase) {
            text.append("CASE");
            for (Formula.When when : ofCase.whens()) {
                text.append(" WHEN ");
                test(when.test());
                text.append(" THEN ");
                int from = text.length();
                formula(when.value());
                bracket(from, when != ofCase.whens().get(ofCase.whens().size() - 1) && endsWithCase(from));
            }
            ofCase.otherwise().ifPresent(otherwise -> {
                text.append(" ELSE ");
                formula(otherwise);
            });
            text.append(" END");
        } else if (formula instanceof Formula.Aggregate aggregate) {
            text.append(aggregate.function()).append(aggregate.distinct() ? "(DISTINCT " : "(");
            int from = text.length();
            formula(aggregate.argument());
            bracket(from, needsBrackets(from, aggregate.distinct()));
            text.append(')');
        } else if (formula instanceof Formula.Count count) {
            text.append("COUNT(").append(Rql.print(count.path()));
            count.group()
                    .ifPresent(group -> text.append('(')
                            .append(Rql.print(new RqlQuery("", Optional.of(group), List.of())))
                            .append(')'));
            text.append(')');
        } else if (formula instanceof Formula.Rows rows) {
            formula(rows.path());
            ofRows(rows);
        } else {
            text.append("COUNT(*)");
        }
    }

    /** A plus or a star before a field that is called like what stands behind a path would repeat the path. */
    private static boolean beginsLikeEndOfPath(Formula.Arithmetic arithmetic) {
        boolean isRepetition = arithmetic.sign() == Formula.Sign.PLUS || arithmetic.sign() == Formula.Sign.TIMES;
        Formula first = arithmetic.right();
        while (first instanceof Formula.Arithmetic product) {
            first = product.left();
        }
        return isRepetition
                && first instanceof Path path
                && path.steps().get(0) instanceof Path.Field field
                && Lookahead.standsBehindPath(field.name());
    }

    /** At the end of a path, a plus or a star would be an operator. */
    private void path(String path) {
        boolean isPlus = path.endsWith("+");
        boolean isStar = path.endsWith("*");
        text.append(path, 0, path.length() - (isPlus || isStar ? 1 : 0));
        text.append(isPlus ? "{1..}" : isStar ? "{0..}" : "");
    }

    /** Whether DISTINCT before the formula that was written last would be read as a field, or the beginning of the formula as DISTINCT. */
    private boolean needsBrackets(int from, boolean distinct) {
        String first = firstWord(from);
        return distinct
                ? text.charAt(from) == '-' || Keyword.AS.isSpelled(first) || Keyword.HAVING.isSpelled(first)
                : Keyword.DISTINCT.isSpelled(first) && isFunction(from, first);
    }

    private String firstWord(int from) {
        int end = from;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return text.substring(from, end);
    }

    /** Whether a field that is called case was written last, which WHEN would make the beginning of another case. */
    private boolean endsWithCase(int from) {
        int begin = text.length();
        while (begin > from && Character.isJavaIdentifierPart(text.charAt(begin - 1))) {
            begin--;
        }
        return Keyword.CASE.isSpelled(text.substring(begin));
    }

    private boolean isFunction(int from, String name) {
        int end = from + name.length();
        return end < text.length() && text.charAt(end) == '(';
    }

    /** Puts brackets around what was written last: to write it twice at each depth would take for ever. */
    private void bracket(int from, boolean needed) {
        if (needed) {
            text.insert(from, '(').append(')');
        }
    }

    private static boolean isSum(Formula formula) {
        return formula instanceof Formula.Arithmetic arithmetic
                && !arithmetic.sign().isOfProducts();
    }

    private void operand(Formula formula, boolean inBrackets) {
        text.append(inBrackets ? "(" : "");
        formula(formula);
        text.append(inBrackets ? ")" : "");
    }

    private void test(RowTest test) {
        if (test instanceof RowTest.Or or) {
            tests(or.parts(), " OR ");
        } else if (test instanceof RowTest.And and) {
            tests(and.parts(), " AND ");
        } else if (test instanceof RowTest.Not not) {
            text.append("NOT ");
            int from = text.length();
            part(not.part());
            bracket(from, !(not.part() instanceof RowTest.Not) && Printer.isReadBehindNot(firstWord(from)));
        } else if (test instanceof RowTest.Comparison comparison) {
            subject(comparison.left());
            text.append(' ').append(comparison.operator().symbol()).append(' ');
            formula(comparison.right());
        } else if (test instanceof RowTest.In in) {
            subject(in.value());
            text.append(in.negated() ? " NOT IN (" : " IN (");
            join(in.items(), item -> text.append(new Printer().onlyItem(item)));
            text.append(')');
        } else if (test instanceof RowTest.Match match) {
            subject(match.value());
            text.append(match.negated() ? " NOT MATCH " : " MATCH ").append(Rql.print(match.pattern()));
            text.append(match.ignoreCase() ? " IGNORE CASE" : "");
        } else {
            RowTest.IsNull isNull = (RowTest.IsNull) test;
            subject(isNull.value());
            text.append(isNull.negated() ? " IS NOT NULL" : " IS NULL");
        }
    }

    /** Writes the beginning of a test: a function that is called like NOT is no negation, nor is a field from which something is taken. */
    private void subject(Formula formula) {
        int from = text.length();
        formula(formula);
        String first = firstWord(from);
        bracket(from, Keyword.NOT.isSpelled(first) && (isFunction(from, first) || !(formula instanceof Path)));
    }

    private void tests(List<RowTest> parts, String separator) {
        for (int i = 0; i < parts.size(); i++) {
            text.append(i == 0 ? "" : separator);
            part(parts.get(i));
        }
    }

    private void part(RowTest part) {
        boolean inBrackets = part instanceof RowTest.Or || part instanceof RowTest.And;
        text.append(inBrackets ? "(" : "");
        test(part);
        text.append(inBrackets ? ")" : "");
    }

    private <T> void join(List<T> parts, Consumer<T> print) {
        for (int i = 0; i < parts.size(); i++) {
            text.append(i == 0 ? "" : ", ");
            print.accept(parts.get(i));
        }
    }
}
