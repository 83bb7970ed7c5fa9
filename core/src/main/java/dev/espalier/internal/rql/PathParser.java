package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.EMPTY_RANGE;

import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads paths: their steps, the classes that limit them, and how often steps are repeated. */
final class PathParser {

    private final Tokens tokens;
    private final Lookahead ahead;
    private final ValueParser values;
    private final PathParser inBrackets;

    PathParser(Tokens tokens, Lookahead ahead, ValueParser values) {
        this.tokens = tokens;
        this.ahead = ahead;
        this.values = values;
        this.inBrackets = this;
    }

    /**
     * Creates a parser of paths beside operators.
     *
     * @param ahead knows that {@code +} and {@code *} are operators
     * @param inBrackets reads the steps in a bracket, where they are none
     */
    PathParser(Tokens tokens, Lookahead ahead, ValueParser values, PathParser inBrackets) {
        this.tokens = tokens;
        this.ahead = ahead;
        this.values = values;
        this.inBrackets = inBrackets;
    }

    Path path() {
        int position = tokens.token().position();
        List<Path.Step> steps = new ArrayList<>();
        do {
            Path.Step step = step();
            tokens.requireRoom(steps.size(), step.position());
            steps.add(step);
        } while (tokens.accept(Kind.DOT));
        return new Path(position, steps);
    }

    private Path.Step step() {
        Token first = tokens.token();
        if (tokens.accept(Kind.LESS)) {
            Path.ClassName owner = owner();
            tokens.expect(Kind.DOT);
            String name = tokens.expect(Kind.WORD, "a field of " + owner.name()).text();
            return new Path.Inverse(first.position(), owner, name, only(), repetition());
        }
        if (ahead.isRepeated()) {
            return repeated();
        }
        String name = tokens.expect(Kind.WORD, "a field").text();
        return new Path.Field(first.position(), name, only(), repetition());
    }

    private Path.Step repeated() {
        Token open = tokens.next();
        tokens.enter(open);
        Path body = inBrackets.path();
        tokens.close(open, Kind.CLOSE, "'.' or ')'");
        tokens.leave();
        return new Path.Group(open.position(), body, repetition().orElseThrow());
    }

    /**
     * The class in {@code <M1.m2} or {@code <shop.Order.lines}. Capitals, as Java writes them, show where its name ends: with the last capitalised name in
     * a row that leaves one for the field. Without capitals it is the first name. Code that knows the classes may come to another end: the names stay in
     * their order.
     */
    private Path.ClassName owner() {
        Token first = tokens.expect(Kind.WORD, "the name of a class");
        StringBuilder name = new StringBuilder(first.text());
        int capital = tokens.index() - 1;
        while (!isCapital(capital) && isFurtherName(capital)) {
            capital += 2;
        }
        if (isCapital(capital) && isFurtherName(capital)) {
            while (isFurtherName(capital) && isCapital(capital + 2) && isFurtherName(capital + 2)) {
                capital += 2;
            }
            while (tokens.index() <= capital) {
                tokens.expect(Kind.DOT);
                name.append('.').append(tokens.next().text());
            }
        }
        return new Path.ClassName(first.position(), name.toString());
    }

    private boolean isCapital(int at) {
        return Character.isUpperCase(tokens.at(at).text().codePointAt(0));
    }

    private boolean isFurtherName(int at) {
        return tokens.at(at + 1).is(Kind.DOT) && tokens.at(at + 2).is(Kind.WORD);
    }

    Path.ClassName className() {
        Token first = tokens.expect(Kind.WORD, "the name of a class");
        StringBuilder name = new StringBuilder(first.text());
        while (tokens.accept(Kind.DOT)) {
            name.append('.').append(tokens.expect(Kind.WORD, "a name").text());
        }
        return new Path.ClassName(first.position(), name.toString());
    }

    private Optional<Path.ClassName> only() {
        if (!tokens.token().is(Kind.SQUARE_OPEN)) {
            return Optional.empty();
        }
        Token open = tokens.next();
        Path.ClassName only = className();
        tokens.close(open, Kind.SQUARE_CLOSE, "'.' or ']'");
        return Optional.of(only);
    }

    private Optional<Path.Repetition> repetition() {
        Token first = tokens.token();
        if (!ahead.isRepetition()) {
            return Optional.empty();
        }
        if (tokens.accept(Kind.PLUS)) {
            return Optional.of(new Path.Repetition(first.position(), 1, OptionalInt.empty()));
        }
        if (tokens.accept(Kind.STAR)) {
            return Optional.of(new Path.Repetition(first.position(), 0, OptionalInt.empty()));
        }
        if (tokens.accept(Kind.CURLY_OPEN)) {
            int least = (int) values.wholeNumber(Integer.MAX_VALUE);
            tokens.expect(Kind.RANGE);
            Token last = tokens.token();
            OptionalInt most = last.is(Kind.NUMBER)
                    ? OptionalInt.of((int) values.wholeNumber(Integer.MAX_VALUE))
                    : OptionalInt.empty();
            if (most.orElse(least) < least) {
                throw tokens.error(
                        EMPTY_RANGE,
                        last.position(),
                        "no number of steps is in {" + least + ".." + most.getAsInt() + "}; expected " + least
                                + " or more");
            }
            tokens.close(first, Kind.CURLY_CLOSE, most.isPresent() ? "'}'" : "a number or '}'");
            return Optional.of(new Path.Repetition(first.position(), least, most));
        }
        return Optional.empty();
    }
}
