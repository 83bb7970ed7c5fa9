package dev.espalier.internal.rql;

import java.util.List;
import java.util.stream.Stream;

/**
 * Spells a tree out in its canonical form. Used once, by one thread.
 */
final class Printer implements Expression.Cases<Void> {

    private final StringBuilder text = new StringBuilder();

    String query(RqlQuery query) {
        query.condition().ifPresent(condition -> condition.map(this));
        String before = query.condition().isPresent() ? " " : "";
        if (!query.orders().isEmpty()) {
            text.append(before).append("ORDER BY ");
            join(query.orders(), ", ", order -> {
                text.append(Rql.print(order.formula()));
                text.append(order.descending() ? " DESC" : "");
            });
            before = " ";
        }
        if (query.limit().isPresent()) {
            text.append(before).append("LIMIT ");
            value(query.limit().get());
            query.offset().ifPresent(offset -> {
                text.append(" OFFSET ");
                value(offset);
            });
        }
        return text.toString();
    }

    String onlyValue(Value value) {
        value(value);
        return text.toString();
    }

    String onlyItem(Item item) {
        item(item);
        return text.toString();
    }

    String onlyPath(Path path) {
        path(path);
        return text.toString();
    }

    @Override
    public Void merge(Expression.Merge merge) {
        join(merge.parts(), " MERGE ", part -> part(part, Binding.MERGE));
        return null;
    }

    @Override
    public Void or(Expression.Or or) {
        join(or.parts(), " OR ", part -> part(part, Binding.OR));
        return null;
    }

    @Override
    public Void and(Expression.And and) {
        join(and.parts(), " AND ", part -> part(part, Binding.AND));
        return null;
    }

    @Override
    public Void not(Expression.Not not) {
        text.append("NOT ");
        int start = text.length();
        part(not.part(), Binding.NOT);
        if (!(not.part() instanceof Expression.Not) && startsLikePredicate(start)) {
            text.insert(start, '(').append(')');
        }
        return null;
    }

    /** Whether a field of this name right behind NOT would be read as a keyword, and NOT as a field. */
    private boolean startsLikePredicate(int start) {
        int end = start;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return isReadBehindNot(text.substring(start, end));
    }

    /** Whether a word behind NOT is read as a keyword, and NOT as a field. */
    static boolean isReadBehindNot(String word) {
        return Stream.of(Keyword.NOT, Keyword.IN, Keyword.MATCH, Keyword.IS)
                .anyMatch(keyword -> keyword.isSpelled(word));
    }

    /** From loose to tight. */
    private enum Binding {
        MERGE,
        OR,
        AND,
        NOT
    }

    private void part(Expression part, Binding around) {
        boolean looser = part instanceof Expression.Merge && around.compareTo(Binding.MERGE) >= 0
                || part instanceof Expression.Or && around.compareTo(Binding.OR) >= 0
                || part instanceof Expression.And && around.compareTo(Binding.AND) >= 0;
        if (looser) {
            inBrackets(part);
        } else {
            part.map(this);
        }
    }

    private void inBrackets(Expression expression) {
        text.append('(');
        expression.map(this);
        text.append(')');
    }

    @Override
    public Void variable(Expression.Variable variable) {
        text.append(variable.name());
        return null;
    }

    @Override
    public Void quantified(Expression.Quantified quantified) {
        boolean bare = quantified.quantifier() == Quantifier.ANY
                && quantified.group().isPresent()
                && !startsLikeFunction(quantified.path());
        if (!bare) {
            text.append(quantified.quantifier()).append(' ');
        }
        path(quantified.path());
        quantified.group().ifPresent(this::inBrackets);
        return null;
    }

    /** Whether a group behind the path would be read as something else: {@code NOT(...)}, {@code COUNT(...)}. */
    private static boolean startsLikeFunction(Path path) {
        return path.steps().get(0) instanceof Path.Field field
                && Stream.of(Keyword.NOT, Keyword.COUNT, Keyword.SUM, Keyword.MIN, Keyword.MAX, Keyword.AVG)
                        .anyMatch(keyword -> keyword.isSpelled(field.name()));
    }

    @Override
    public Void comparison(Expression.Comparison comparison) {
        operand(comparison.left());
        text.append(' ').append(comparison.operator().symbol()).append(' ');
        Term right = comparison.right();
        if (right instanceof Path path) {
            path(path);
        } else {
            value((Value) right);
        }
        return null;
    }

    private void operand(Operand operand) {
        if (operand instanceof Operand.Count count) {
            text.append("COUNT(");
            path(count.path());
            count.group().ifPresent(this::inBrackets);
            text.append(')');
        } else if (operand instanceof Operand.Aggregate aggregate) {
            text.append(aggregate.function()).append('(');
            path(aggregate.path());
            text.append(')');
        } else {
            path((Path) operand);
        }
    }

    @Override
    public Void in(Expression.In in) {
        path(in.path());
        text.append(in.negated() ? " NOT IN (" : " IN (");
        join(in.items(), ", ", this::item);
        text.append(')');
        return null;
    }

    private void item(Item item) {
        if (item instanceof Item.Interval interval) {
            text.append(interval.lowIncluded() ? '[' : '(');
            interval.low().ifPresent(this::value);
            text.append("..");
            interval.high().ifPresent(this::value);
            text.append(interval.highIncluded() ? ']' : ')');
        } else {
            value((Value) item);
        }
    }

    @Override
    public Void inVariable(Expression.InVariable in) {
        path(in.path());
        text.append(in.negated() ? " NOT IN (" : " IN (")
                .append(in.variable().name())
                .append(')');
        return null;
    }

    @Override
    public Void match(Expression.Match match) {
        path(match.path());
        text.append(match.negated() ? " NOT MATCH " : " MATCH ");
        value(match.pattern());
        text.append(match.ignoreCase() ? " IGNORE CASE" : "");
        return null;
    }

    @Override
    public Void isNull(Expression.IsNull isNull) {
        path(isNull.path());
        text.append(isNull.negated() ? " IS NOT NULL" : " IS NULL");
        return null;
    }

    @Override
    public Void isEmpty(Expression.IsEmpty isEmpty) {
        path(isEmpty.path());
        text.append(isEmpty.negated() ? " IS NOT EMPTY" : " IS EMPTY");
        return null;
    }

    @Override
    public Void isClass(Expression.IsClass isClass) {
        path(isClass.path());
        text.append(isClass.negated() ? " IS NOT " : " IS ")
                .append(isClass.className().name());
        return null;
    }

    @Override
    public Void computed(Expression.Computed computed) {
        text.append(new FormulaPrinter().condition(computed.test()));
        return null;
    }

    private void path(Path path) {
        join(path.steps(), ".", this::step);
    }

    private void step(Path.Step step) {
        if (step instanceof Path.Inverse inverse) {
            text.append('<').append(inverse.owner().name()).append('.').append(inverse.name());
        } else if (step instanceof Path.Group group) {
            text.append('(');
            path(group.body());
            text.append(')');
        } else {
            text.append(((Path.Field) step).name());
        }
        step.only().ifPresent(only -> text.append('[').append(only.name()).append(']'));
        step.repetition().ifPresent(this::repetition);
    }

    private void repetition(Path.Repetition repetition) {
        if (repetition.most().isEmpty() && repetition.least() <= 1) {
            text.append(repetition.least() == 1 ? '+' : '*');
        } else {
            text.append('{').append(repetition.least()).append("..");
            repetition.most().ifPresent(text::append);
            text.append('}');
        }
    }

    private void value(Value value) {
        if (value instanceof Value.TextLiteral literal) {
            text.append('\'').append(literal.text().replace("'", "''")).append('\'');
        } else if (value instanceof Value.NumberLiteral literal) {
            text.append(literal.text());
        } else if (value instanceof Value.TruthLiteral literal) {
            text.append(literal.truth() ? "TRUE" : "FALSE");
        } else if (value instanceof Value.Parameter parameter) {
            text.append(parameter.positional() ? "?" : ":" + parameter.name());
        } else {
            text.append("NULL");
        }
    }

    private interface Part<T> {
        void print(T part);
    }

    private <T> void join(List<T> parts, String separator, Part<T> print) {
        for (int i = 0; i < parts.size(); i++) {
            text.append(i == 0 ? "" : separator);
            print.print(parts.get(i));
        }
    }
}
