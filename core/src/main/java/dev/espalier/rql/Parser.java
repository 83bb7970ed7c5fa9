package dev.espalier.rql;

import static dev.espalier.error.ErrorCode.BAD_NUMBER;
import static dev.espalier.error.ErrorCode.EMPTY_RANGE;
import static dev.espalier.error.ErrorCode.NESTING_TOO_DEEP;
import static dev.espalier.error.ErrorCode.UNCLOSED_BRACKET;
import static dev.espalier.error.ErrorCode.UNEXPECTED_END;
import static dev.espalier.error.ErrorCode.UNEXPECTED_TOKEN;
import static dev.espalier.error.ErrorCode.UNOPENED_BRACKET;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.rql.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds the tree by recursive descent, one method per rule of the grammar, in the grammar's order. Used once, by one thread.
 *
 * <p>No word is reserved. Where a keyword and a name can both stand ({@code NOT}, {@code ALL}, {@code ORDER}, {@code Q2} ...), what
 * follows decides: {@code count = 5} asks for a field, {@code COUNT(cars) = 5} counts.
 */
final class Parser {

    /** How deep brackets, groups, negations and the steps of paths may be nested. Bounds the stack here and in all later stages. */
    static final int DEPTH = 200;

    private final String text;
    private final List<Token> tokens;
    private int index;
    private int depth;
    private int positionalParameters;
    private int @Nullable [] ends;

    Parser(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    RqlQuery query() {
        if (atWhere()) {
            throw error(UNEXPECTED_TOKEN, token().position(), "found " + Quoted.of(token().text())
                    + "; leave it out: a query begins with its first condition");
        }
        Optional<Expression> condition = atCondition() ? Optional.of(expression()) : Optional.empty();
        List<RqlQuery.Order> orders = orders();
        Optional<Value> limit = accept(Keyword.LIMIT) ? Optional.of(amount()) : Optional.empty();
        Optional<Value> offset = limit.isPresent() && accept(Keyword.OFFSET) ? Optional.of(amount()) : Optional.empty();
        if (!token().is(Kind.END)) {
            throw surplus(limit.isPresent(), !orders.isEmpty());
        }
        return new RqlQuery(text, condition, orders, limit, offset);
    }

    Path onlyPath() {
        Path path = path();
        if (!token().is(Kind.END)) {
            throw unexpected("'.' or the end");
        }
        return path;
    }

    Operand onlyOperand() {
        Optional<Operand.Function> function = function();
        Operand operand = function.isPresent() ? aggregate(function.get()) : token().is(Keyword.COUNT) && token(1).is(Kind.OPEN) ? count() : path();
        if (!token().is(Kind.END)) {
            throw unexpected(operand instanceof Path ? "'.' or the end" : "the end");
        }
        return operand;
    }

    /** Whether a query begins as one of SQL does; {@code where} can also be a field. */
    private boolean atWhere() {
        return token().is(Kind.WORD) && token().text().equalsIgnoreCase("where") && !isName(index)
                && (token(1).is(Kind.WORD) || token(1).is(Kind.LESS));
    }

    private boolean atCondition() {
        boolean atOrder = token().is(Keyword.ORDER) && token(1).is(Keyword.BY);
        boolean atLimit = token().is(Keyword.LIMIT) && !isName(index) && !token(1).is(Kind.OPEN) && !token(1).is(Kind.LESS);
        return !token().is(Kind.END) && !atOrder && !atLimit;
    }

    private List<RqlQuery.Order> orders() {
        List<RqlQuery.Order> orders = new ArrayList<>();
        if (accept(Keyword.ORDER)) {
            if (!accept(Keyword.BY)) {
                throw unexpected("BY");
            }
            do {
                Path path = path();
                boolean descending = accept(Keyword.DESC);
                if (!descending) {
                    accept(Keyword.ASC);
                }
                orders.add(new RqlQuery.Order(path, descending));
            } while (accept(Kind.COMMA));
        }
        return orders;
    }

    private Expression expression() {
        return and(list(this::merged, () -> accept(Kind.COMMA)));
    }

    private Expression merged() {
        List<Expression> parts = flat(Expression.Merge.class, Expression.Merge::parts, list(this::or, () -> accept(Keyword.MERGE)));
        return parts.size() == 1 ? parts.get(0) : new Expression.Merge(parts.get(0).position(), parts);
    }

    private Expression or() {
        List<Expression> parts = flat(Expression.Or.class, Expression.Or::parts, list(this::and, () -> accept(Keyword.OR)));
        return parts.size() == 1 ? parts.get(0) : new Expression.Or(parts.get(0).position(), parts);
    }

    private Expression and() {
        return and(list(this::not, () -> accept(Keyword.AND)));
    }

    private static Expression and(List<Expression> joined) {
        List<Expression> parts = flat(Expression.And.class, Expression.And::parts, joined);
        return parts.size() == 1 ? parts.get(0) : new Expression.And(parts.get(0).position(), parts);
    }

    private static List<Expression> list(Supplier<Expression> part, Supplier<Boolean> separator) {
        List<Expression> parts = new ArrayList<>();
        do {
            parts.add(part.get());
        } while (separator.get());
        return parts;
    }

    /** Puts the parts of nested conditions of the same kind in their place. */
    private static <E extends Expression> List<Expression> flat(
            Class<E> kind, Function<E, List<Expression>> parts, List<Expression> joined) {
        if (joined.stream().noneMatch(kind::isInstance)) {
            return joined;
        }
        List<Expression> flat = new ArrayList<>();
        for (Expression part : joined) {
            if (kind.isInstance(part)) {
                flat.addAll(parts.apply(kind.cast(part)));
            } else {
                flat.add(part);
            }
        }
        return flat;
    }

    private Expression not() {
        Token first = token();
        if (!first.is(Keyword.NOT) || isName(index)) {
            return primary();
        }
        enter(first);
        index++;
        Expression part = not();
        leave();
        return new Expression.Not(first.position(), part);
    }

    private Expression primary() {
        Token first = token();
        if (first.is(Kind.OPEN)) {
            return isRepeated(index) ? predicate() : inBrackets();
        }
        if (atVariable() && !isName(index) && !token(1).is(Kind.OPEN)) {
            return variable();
        }
        Optional<Quantifier> quantifier = quantifier();
        if (quantifier.isPresent()) {
            index++;
            return quantified(first, quantifier.get());
        }
        Optional<Operand.Function> function = function();
        if (function.isPresent() || first.is(Keyword.COUNT) && token(1).is(Kind.OPEN)) {
            Operand left = function.isPresent() ? aggregate(function.get()) : count();
            if (!isOperator(token().kind())) {
                throw unexpected("a comparison (=, !=, <, <=, > or >=)");
            }
            return comparison(left);
        }
        if (first.is(Kind.WORD) || first.is(Kind.LESS)) {
            return predicate();
        }
        throw unexpected("a condition");
    }

    private Expression inBrackets() {
        Token open = expect(Kind.OPEN);
        enter(open);
        Expression expression = expression();
        close(open, Kind.CLOSE, "AND, OR, MERGE, ',' or ')'", Keyword.AND, Keyword.OR, Keyword.MERGE);
        leave();
        return expression;
    }

    private Optional<Expression> group() {
        return token().is(Kind.OPEN) ? Optional.of(inBrackets()) : Optional.empty();
    }

    private boolean atVariable() {
        Token token = token();
        return token.is(Kind.VARIABLE)
                || token.is(Kind.WORD) && token.text().length() > 1 && token.text().charAt(0) == 'Q'
                        && token.text().chars().skip(1).allMatch(letter -> letter >= '0' && letter <= '9');
    }

    private Expression.Variable variable() {
        Token token = next();
        return new Expression.Variable(token.position(), token.text());
    }

    private Optional<Quantifier> quantifier() {
        Optional<Quantifier> quantifier = token().is(Keyword.ANY) ? Optional.of(Quantifier.ANY)
                : token().is(Keyword.ALL) ? Optional.of(Quantifier.ALL)
                : token().is(Keyword.NO) ? Optional.of(Quantifier.NO)
                : Optional.empty();
        return quantifier.filter(found -> startsPath(index + 1) && !isName(index));
    }

    private Expression quantified(Token first, Quantifier quantifier) {
        Path path = path();
        Optional<Expression> group = group();
        if (isOperator(token().kind()) || atPredicateWord(index)) {
            throw unexpected("a group in brackets: " + quantifier + " path(condition)");
        }
        return new Expression.Quantified(first.position(), quantifier, path, group);
    }

    private Optional<Operand.Function> function() {
        if (!token(1).is(Kind.OPEN)) {
            return Optional.empty();
        }
        return token().is(Keyword.SUM) ? Optional.of(Operand.Function.SUM)
                : token().is(Keyword.MIN) ? Optional.of(Operand.Function.MIN)
                : token().is(Keyword.MAX) ? Optional.of(Operand.Function.MAX)
                : token().is(Keyword.AVG) ? Optional.of(Operand.Function.AVG)
                : Optional.empty();
    }

    private Operand aggregate(Operand.Function function) {
        Token first = next();
        Token open = expect(Kind.OPEN);
        Path path = path();
        close(open, Kind.CLOSE, "'.' or ')'");
        return new Operand.Aggregate(first.position(), function, path);
    }

    private Operand count() {
        Token first = next();
        Token open = expect(Kind.OPEN);
        enter(open);
        Path path = path();
        Optional<Expression> group = group();
        close(open, Kind.CLOSE, "'.', a group in brackets or ')'");
        leave();
        return new Operand.Count(first.position(), path, group);
    }

    private Expression predicate() {
        Path path = path();
        int position = path.position();
        if (token().is(Kind.OPEN)) {
            return new Expression.Quantified(position, Quantifier.ANY, path, group());
        }
        if (isOperator(token().kind())) {
            return comparison(path);
        }
        if (accept(Keyword.IS)) {
            return is(path, accept(Keyword.NOT));
        }
        boolean negated = accept(Keyword.NOT);
        if (accept(Keyword.IN)) {
            return in(path, negated);
        }
        if (accept(Keyword.MATCH)) {
            return match(path, negated);
        }
        if (negated) {
            throw unexpected("IN or MATCH", Keyword.IN, Keyword.MATCH);
        }
        throw unexpected("a comparison, IN, MATCH, IS or a group in brackets" + spelledInSql(),
                Keyword.IN, Keyword.MATCH, Keyword.IS, Keyword.NOT);
    }

    private String spelledInSql() {
        return token().text().equalsIgnoreCase("LIKE") ? "; LIKE is spelled MATCH"
                : token().text().equalsIgnoreCase("BETWEEN") ? "; BETWEEN 1 AND 5 is spelled IN ([1..5])"
                : "";
    }

    private Expression comparison(Operand left) {
        Operator operator = operator(next().kind());
        return new Expression.Comparison(left.position(), left, operator, term());
    }

    private Term term() {
        Optional<Value> value = value();
        if (value.isPresent()) {
            return value.get();
        }
        if (startsPath(index)) {
            return path();
        }
        throw unexpected("a value, a parameter or a path");
    }

    private Expression in(Path path, boolean negated) {
        if (atVariable()) {
            return new Expression.InVariable(path.position(), path, negated, variable());
        }
        if (!token().is(Kind.OPEN)) {
            throw unexpected("a list in brackets or a variable");
        }
        Token open = next();
        if (atVariable()) {
            Expression.Variable variable = variable();
            close(open, Kind.CLOSE, "')': a variable stands alone");
            return new Expression.InVariable(path.position(), path, negated, variable);
        }
        List<Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (accept(Kind.COMMA));
        close(open, Kind.CLOSE, "',' or ')'");
        return new Expression.In(path.position(), path, negated, items);
    }

    private Item item() {
        if (token().is(Kind.OPEN) || token().is(Kind.SQUARE_OPEN)) {
            return interval();
        }
        Optional<Value> value = value();
        if (value.isPresent()) {
            return value.get();
        }
        throw unexpected("a value, a parameter or an interval like [1..5]");
    }

    private Item interval() {
        Token open = next();
        Optional<Value> low = value();
        if (!accept(Kind.RANGE)) {
            throw unexpected(low.isPresent() ? "'..'" : "a value or '..'");
        }
        Optional<Value> high = value();
        boolean highIncluded = token().is(Kind.SQUARE_CLOSE);
        close(open, highIncluded ? Kind.SQUARE_CLOSE : Kind.CLOSE, high.isPresent() ? "']' or ')'" : "a value, ']' or ')'");
        return new Item.Interval(open.position(), low, open.is(Kind.SQUARE_OPEN), high, highIncluded);
    }

    private Expression match(Path path, boolean negated) {
        if (!token().is(Kind.STRING) && !token().is(Kind.PARAMETER)) {
            throw unexpected("a pattern in quotes, or a parameter");
        }
        Value pattern = value().orElseThrow();
        boolean ignoreCase = accept(Keyword.IGNORE);
        if (ignoreCase && !accept(Keyword.CASE)) {
            throw unexpected("CASE");
        }
        return new Expression.Match(path.position(), path, negated, pattern, ignoreCase);
    }

    private Expression is(Path path, boolean negated) {
        if (accept(Keyword.NULL)) {
            return new Expression.IsNull(path.position(), path, negated);
        }
        if (accept(Keyword.EMPTY)) {
            return new Expression.IsEmpty(path.position(), path, negated);
        }
        if (!token().is(Kind.WORD)) {
            throw unexpected(negated ? "NULL, EMPTY or the name of a class" : "NOT, NULL, EMPTY or the name of a class");
        }
        return new Expression.IsClass(path.position(), path, negated, className());
    }

    private Optional<Value> value() {
        Token token = token();
        @Nullable Value value = switch (token.kind()) {
            case NUMBER -> number(token);
            case STRING -> new Value.TextLiteral(token.position(), token.text());
            case PARAMETER -> parameter(token);
            case WORD -> constant(token);
            default -> null;
        };
        if (value != null) {
            index++;
        }
        return Optional.ofNullable(value);
    }

    private static Value number(Token token) {
        String text = token.text();
        return new Value.NumberLiteral(token.position(), text.startsWith("+") ? text.substring(1) : text);
    }

    private Value parameter(Token token) {
        String name = token.text().equals("?") ? Integer.toString(++positionalParameters) : token.text().substring(1);
        return new Value.Parameter(token.position(), name);
    }

    private @Nullable Value constant(Token token) {
        if (token(1).is(Kind.DOT)) {
            return null;
        }
        return token.is(Keyword.NULL) ? new Value.NullLiteral(token.position())
                : token.is(Keyword.TRUE) ? new Value.TruthLiteral(token.position(), true)
                : token.is(Keyword.FALSE) ? new Value.TruthLiteral(token.position(), false)
                : null;
    }

    private Path path() {
        int position = token().position();
        List<Path.Step> steps = new ArrayList<>();
        do {
            Path.Step step = step();
            if (depth + steps.size() >= DEPTH) {
                throw tooDeep(step.position());
            }
            steps.add(step);
        } while (accept(Kind.DOT));
        return new Path(position, steps);
    }

    private Path.Step step() {
        Token first = token();
        if (accept(Kind.LESS)) {
            Path.ClassName owner = owner();
            expect(Kind.DOT);
            String name = expect(Kind.WORD, "a field of " + owner.name()).text();
            return new Path.Inverse(first.position(), owner, name, only(), repetition());
        }
        if (isRepeated(index)) {
            return repeated();
        }
        String name = expect(Kind.WORD, "a field").text();
        return new Path.Field(first.position(), name, only(), repetition());
    }

    private Path.Step repeated() {
        Token open = next();
        enter(open);
        Path body = path();
        close(open, Kind.CLOSE, "'.' or ')'");
        leave();
        return new Path.Group(open.position(), body, repetition().orElseThrow());
    }

    /**
     * The class in {@code <M1.m2} or {@code <shop.Order.lines}. Where its name ends is told from capitals, as Java writes them: it ends with
     * the last capitalised name in a row that leaves one for the field; without capitals it is the first name. Who knows the classes may come to
     * another end: the names stay in their order.
     */
    private Path.ClassName owner() {
        Token first = expect(Kind.WORD, "the name of a class");
        StringBuilder name = new StringBuilder(first.text());
        int capital = index - 1;
        while (!isCapital(capital) && isFurtherName(capital)) {
            capital += 2;
        }
        if (isCapital(capital) && isFurtherName(capital)) {
            while (isFurtherName(capital) && isCapital(capital + 2) && isFurtherName(capital + 2)) {
                capital += 2;
            }
            for (; index <= capital; index += 2) {
                name.append('.').append(token(1).text());
            }
        }
        return new Path.ClassName(first.position(), name.toString());
    }

    private boolean isCapital(int at) {
        return Character.isUpperCase(tokens.get(at).text().codePointAt(0));
    }

    private boolean isFurtherName(int at) {
        return tokens.get(at + 1).is(Kind.DOT) && tokens.get(at + 2).is(Kind.WORD);
    }

    private Path.ClassName className() {
        Token first = expect(Kind.WORD, "the name of a class");
        StringBuilder name = new StringBuilder(first.text());
        while (accept(Kind.DOT)) {
            name.append('.').append(expect(Kind.WORD, "a name").text());
        }
        return new Path.ClassName(first.position(), name.toString());
    }

    private Optional<Path.ClassName> only() {
        if (!token().is(Kind.SQUARE_OPEN)) {
            return Optional.empty();
        }
        Token open = next();
        Path.ClassName only = className();
        close(open, Kind.SQUARE_CLOSE, "'.' or ']'");
        return Optional.of(only);
    }

    private Optional<Path.Repetition> repetition() {
        Token first = token();
        if (accept(Kind.PLUS)) {
            return Optional.of(new Path.Repetition(first.position(), 1, OptionalInt.empty()));
        }
        if (accept(Kind.STAR)) {
            return Optional.of(new Path.Repetition(first.position(), 0, OptionalInt.empty()));
        }
        if (accept(Kind.CURLY_OPEN)) {
            int least = (int) wholeNumber(Integer.MAX_VALUE);
            expect(Kind.RANGE);
            Token last = token();
            OptionalInt most = last.is(Kind.NUMBER) ? OptionalInt.of((int) wholeNumber(Integer.MAX_VALUE)) : OptionalInt.empty();
            if (most.orElse(least) < least) {
                throw error(EMPTY_RANGE, last.position(), "no number of steps is in {" + least + ".." + most.getAsInt()
                        + "}; expected " + least + " or more");
            }
            close(first, Kind.CURLY_CLOSE, most.isPresent() ? "'}'" : "a number or '}'");
            return Optional.of(new Path.Repetition(first.position(), least, most));
        }
        return Optional.empty();
    }

    /** How many objects: a number or a parameter. */
    private Value amount() {
        if (token().is(Kind.PARAMETER)) {
            return parameter(next());
        }
        int position = token().position();
        return new Value.NumberLiteral(position, Long.toString(wholeNumber(Long.MAX_VALUE, "a whole number or a parameter")));
    }

    private long wholeNumber(long greatest) {
        return wholeNumber(greatest, "a whole number");
    }

    private long wholeNumber(long greatest, String expected) {
        Token token = expect(Kind.NUMBER, expected);
        try {
            long number = Long.parseLong(token.text());
            if (number >= 0 && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException notALong) {
            // said below, as for a number out of bounds
        }
        throw error(BAD_NUMBER, token.position(), "found " + Quoted.of(token.text()) + "; expected a whole number from 0 to " + greatest);
    }

    private static boolean isOperator(Kind kind) {
        return kind.compareTo(Kind.EQUAL) >= 0 && kind.compareTo(Kind.GREATER_OR_EQUAL) <= 0;
    }

    private static Operator operator(Kind kind) {
        return switch (kind) {
            case EQUAL -> Operator.EQUAL;
            case NOT_EQUAL -> Operator.NOT_EQUAL;
            case LESS -> Operator.LESS;
            case LESS_OR_EQUAL -> Operator.LESS_OR_EQUAL;
            case GREATER -> Operator.GREATER;
            case GREATER_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            default -> throw new IllegalArgumentException(kind + " compares nothing");
        };
    }

    /** Whether a path can begin here; a lone {@code <} is an operator, {@code <M1.m2} a step. */
    private boolean startsPath(int at) {
        return tokens.get(at).is(Kind.WORD)
                || isRepeated(at)
                || tokens.get(at).is(Kind.LESS) && tokens.get(at + 1).is(Kind.WORD) && tokens.get(at + 2).is(Kind.DOT);
    }

    /** Whether a bracket opens here behind whose end is written how often what is in it is repeated: {@code (staff.leads)+}. */
    private boolean isRepeated(int at) {
        if (!tokens.get(at).is(Kind.OPEN)) {
            return false;
        }
        if (ends == null) {
            ends = endsOfBrackets();
        }
        Kind behind = ends[at] == 0 ? Kind.END : tokens.get(ends[at] + 1).kind();
        return behind == Kind.PLUS || behind == Kind.STAR || behind == Kind.CURLY_OPEN;
    }

    /** For each bracket that opens, where it ends; 0 where it does not. An interval may begin with a round one and end with a square one. */
    private int[] endsOfBrackets() {
        int[] found = new int[tokens.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int at = 0; at < found.length; at++) {
            Kind kind = tokens.get(at).kind();
            if (kind == Kind.OPEN || kind == Kind.SQUARE_OPEN) {
                open.push(at);
            } else if ((kind == Kind.CLOSE || kind == Kind.SQUARE_CLOSE) && !open.isEmpty()) {
                found[open.pop()] = at;
            }
        }
        return found;
    }

    /** Whether the word here, which could be a keyword, is a field: what follows can only follow a path. */
    private boolean isName(int at) {
        return continuesPath(at + 1) || atPredicateWord(at + 1);
    }

    private boolean continuesPath(int at) {
        return switch (tokens.get(at).kind()) {
            case DOT, SQUARE_OPEN, CURLY_OPEN, PLUS, STAR, EQUAL, NOT_EQUAL, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case LESS -> !startsPath(at);
            default -> false;
        };
    }

    private boolean atPredicateWord(int at) {
        if (tokens.get(at).is(Keyword.NOT)) {
            return tokens.get(at + 1).is(Keyword.IN) || tokens.get(at + 1).is(Keyword.MATCH);
        }
        return isPredicateWord(at) && !continuesPath(at + 1) && !isPredicateWord(at + 1);
    }

    private boolean isPredicateWord(int at) {
        Token token = tokens.get(at);
        return token.is(Keyword.IN) || token.is(Keyword.MATCH) || token.is(Keyword.IS);
    }

    private Token token() {
        return tokens.get(index);
    }

    private Token token(int ahead) {
        return tokens.get(Math.min(index + ahead, tokens.size() - 1));
    }

    private Token next() {
        return tokens.get(index++);
    }

    private boolean accept(Kind kind) {
        boolean found = token().is(kind);
        if (found) {
            index++;
        }
        return found;
    }

    private boolean accept(Keyword keyword) {
        boolean found = token().is(keyword);
        if (found) {
            index++;
        }
        return found;
    }

    private Token expect(Kind kind) {
        return expect(kind, kind.title());
    }

    private Token expect(Kind kind, String expected) {
        if (!token().is(kind)) {
            throw unexpected(expected);
        }
        return next();
    }

    private void close(Token open, Kind kind, String expected, Keyword... candidates) {
        if (token().is(Kind.END)) {
            throw error(UNCLOSED_BRACKET, open.position(), open.kind().title() + " is never closed; expected " + expected);
        }
        if (!accept(kind)) {
            throw unexpected(expected, candidates);
        }
    }

    private void enter(Token token) {
        if (++depth > DEPTH) {
            throw tooDeep(token.position());
        }
    }

    private void leave() {
        depth--;
    }

    private QueryException tooDeep(int position) {
        return error(NESTING_TOO_DEEP, position, "brackets, negations and steps are nested more than " + DEPTH + " deep");
    }

    /** What stands behind a complete query. */
    private QueryException surplus(boolean limited, boolean ordered) {
        if (token().is(Kind.CLOSE)) {
            return error(UNOPENED_BRACKET, token().position(), "this ')' closes nothing; expected a '(' before it");
        }
        if (limited) {
            return unexpected("the end", Keyword.OFFSET);
        }
        if (ordered) {
            return unexpected("',', ASC, DESC, LIMIT or the end", Keyword.DESC, Keyword.ASC, Keyword.LIMIT);
        }
        return unexpected("AND, OR, MERGE, ',', ORDER BY, LIMIT or the end",
                Keyword.AND, Keyword.OR, Keyword.MERGE, Keyword.ORDER, Keyword.LIMIT);
    }

    private QueryException unexpected(String expected, Keyword... candidates) {
        Token token = token();
        if (token.is(Kind.END)) {
            return error(UNEXPECTED_END, token.position(), "expected " + expected);
        }
        String found = switch (token.kind()) {
            case WORD, NUMBER, PARAMETER, VARIABLE -> Quoted.of(token.text());
            case STRING -> "the string " + Quoted.of(token.text());
            default -> token.kind().title();
        };
        String meant = token.is(Kind.WORD)
                ? Nearest.to(token.text(), Arrays.stream(candidates).map(Keyword::name).collect(Collectors.toList()))
                        .map(keyword -> "; did you mean " + keyword + "?").orElse("")
                : "";
        return error(UNEXPECTED_TOKEN, token.position(), "found " + found + "; expected " + expected + meant);
    }

    private QueryException error(ErrorCode code, int position, String detail) {
        return new QueryException(code, text, position, detail);
    }
}
