package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.rql.Rql;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.testing.TestDatabase;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Objects in a database, and what the naive evaluator sees of them. The objects must not change as long as questions are asked. */
final class Trial {

    /** As many ways there are to ask. */
    static final int TURNS = 18;

    /** The code of the error that a number is too large. */
    private static final String TOO_LARGE = "number-overflow";

    private final Database db;
    private final NaiveEvaluator naive;

    Trial(Database db, List<?> objects) {
        this.db = db;
        this.naive = new NaiveEvaluator(objects, db::idOf, Map.of());
    }

    /** Objects newly stored in an empty database. */
    static Trial of(TestDatabase database, ModelClasses classes, List<?> objects, IndexLevel level) {
        Database db = database.open(classes.model(), database.settings().indexes(level));
        db.storeAll(objects);
        return new Trial(db, objects);
    }

    /**
     * An answer of an strategy that is not the evaluator's.
     *
     * @param how the strategy, and what was asked of it
     */
    record Difference(String how, String expected, String found) {

        /** Whether it is of the same kind, though other objects may be found. */
        boolean isLike(Difference other) {
            return how.equals(other.how) && kind(found).equals(kind(other.found));
        }

        private static String kind(String found) {
            return found.startsWith("[") ? "[" : found.replaceAll("(?s)[\\d'].*", "");
        }

        @Override
        public String toString() {
            return how + "\n  expected " + expected + "\n  found    " + found;
        }
    }

    /** The ids that the evaluator finds, or the error that it expects. */
    String expected(Question question) {
        try {
            return question.answers() instanceof Question.Answers.Roots roots
                            && !roots.circles()
                            && !naive.with(question.parameters(), question.parsedVariables())
                                    .circles(question.root(), Rql.parse(question.text()), roots.paths())
                                    .isEmpty()
                    ? "cycle"
                    : ids(question.answer(naive));
        } catch (ArithmeticException e) {
            return TOO_LARGE;
        }
    }

    private String ids(List<?> objects) {
        return Arrays.toString(objects.stream().mapToLong(db::idOf).toArray());
    }

    /** Asks every strategy for the ids, and one by turns for the same in another way. */
    Optional<Difference> difference(Question question, int turn) {
        return difference(question, expected(question), turn);
    }

    /** Asks every strategy for the ids, and in all other ways. */
    Optional<Difference> difference(Question question) {
        String expected = expected(question);
        Map<String, Asked> asked = ids(question, expected);
        for (int turn = 0; turn < TURNS; turn++) {
            asked.putAll(anotherWay(question, expected, turn));
        }
        return difference(question, asked);
    }

    Optional<Difference> difference(Question question, String expected, int turn) {
        Map<String, Asked> asked = ids(question, expected);
        asked.putAll(anotherWay(question, expected, turn));
        return difference(question, asked);
    }

    private Map<String, Asked> ids(Question question, String expected) {
        Map<String, Asked> asked = new LinkedHashMap<>();
        for (SearchStrategy strategy : SearchStrategy.values()) {
            asked.put(
                    strategy.name(),
                    new Asked(
                            expected,
                            strategy == SearchStrategy.AUTO,
                            () -> Arrays.toString(
                                    query(question).strategy(strategy).ids())));
        }
        return asked;
    }

    /** One strategy by turns, and one way by turns. */
    private Map<String, Asked> anotherWay(Question question, String expected, int turn) {
        SearchStrategy one = SearchStrategy.values()[turn % 3];
        boolean isAnswer = expected.startsWith("[");
        int found = expected.equals("[]") ? 0 : expected.split(",").length;
        return switch (turn % TURNS / 3) {
            case 0 ->
                Map.of(
                        one + " count()",
                        new Asked(
                                isAnswer ? Integer.toString(found) : expected,
                                () -> Long.toString(
                                        query(question).strategy(one).count())));
            case 1 ->
                Map.of(
                        one + " exists()",
                        new Asked(
                                isAnswer ? Boolean.toString(found > 0) : expected,
                                () -> Boolean.toString(
                                        query(question).strategy(one).exists())));
            case 2 ->
                Map.of(
                        one + " list()",
                        new Asked(
                                expected,
                                () -> ids(query(question).strategy(one).depth(0).list())));
            case 3 ->
                Map.of(
                        one + " first()",
                        new Asked(
                                isAnswer ? expected.replaceFirst(",.*", "]") : expected,
                                () -> ids(query(question)
                                        .strategy(one)
                                        .depth(0)
                                        .first()
                                        .map(List::of)
                                        .orElse(List.of()))));
            case 4 ->
                Rql.parse(question.text()).limit().isPresent()
                        ? Map.of()
                        : Map.of(
                                one + " page()",
                                new Asked(
                                        expected,
                                        () -> Arrays.toString(inPages(
                                                query(question).strategy(one).depth(0), 1 + turn % 7))));
            default -> Map.of();
        };
    }

    /**
     * Whether a number is too large of an object on which the answer does not depend, or the answer ends before it: which objects are tested is not said. All ids
     * together depend on all objects, unless a limit ends them.
     */
    private static boolean isOfAnother(Question question, String how, Asked asked, String answer) {
        boolean areAllIds = Rql.parse(question.text()).limit().isEmpty()
                && Arrays.stream(SearchStrategy.values())
                        .anyMatch(each -> each.name().equals(how));
        return answer.equals(TOO_LARGE) || asked.expected().equals(TOO_LARGE) && !areAllIds;
    }

    private static Optional<Difference> difference(Question question, Map<String, Asked> asked) {
        for (Map.Entry<String, Asked> each : asked.entrySet()) {
            String answer = each.getValue().answer();
            if (!answer.equals(each.getValue().expected())
                    && !isOfAnother(question, each.getKey(), each.getValue(), answer)) {
                return Optional.of(new Difference(each.getKey(), each.getValue().expected(), answer));
            }
        }
        return Optional.empty();
    }

    /** The ids of all pages, put together. */
    long[] inPages(Query<?> query, int size) {
        LongStream.Builder ids = LongStream.builder();
        String next = null;
        do {
            Page<?> page = query.page(size, next);
            assertThat(
                            page.next() == null
                                    ? page.objects().size() <= size
                                    : page.objects().size() == size)
                    .as("only the last page is not full")
                    .isTrue();
            page.objects().forEach(object -> ids.add(db.idOf(object)));
            next = page.next();
        } while (next != null);
        return ids.build().toArray();
    }

    private interface Face {
        String ask();
    }

    private record Asked(String expected, boolean isRepeated, Face face) {

        Asked(String expected, Face face) {
            this(expected, true, face);
        }

        /** A query that is asked again is compiled. */
        String answer() {
            String first = once();
            String second = isRepeated ? once() : first;
            return second.equals(first) ? first : first + ", and asked again " + second;
        }

        private String once() {
            try {
                return face.ask();
            } catch (EspalierException e) {
                return e.code().equals(expected) || e.code().equals(TOO_LARGE) ? e.code() : e.toString();
            } catch (RuntimeException | StackOverflowError e) {
                return e.toString();
            }
        }
    }

    Query<?> query(Question question) {
        Query<?> query = question.query(db);
        for (Map.Entry<String, Object> parameter : question.parameters().entrySet()) {
            query = query.with(parameter.getKey(), parameter.getValue());
        }
        return query;
    }
}
