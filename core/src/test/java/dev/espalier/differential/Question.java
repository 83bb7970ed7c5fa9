package dev.espalier.differential;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.naive.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A query with all that is given along with it.
 *
 * @param root the class it is on
 * @param variables by name
 * @param parameters by name, positional ones by number
 */
public record Question(
        Class<?> root,
        String text,
        Map<String, Definition> variables,
        Map<String, Object> parameters,
        Answers answers) {

    private static final String LIST = "...";

    /** A variable's class and text. */
    public record Definition(Class<?> type, String text) {}

    /** Which objects are the answer. */
    public sealed interface Answers {

        /** Those that fulfil the query. */
        record Hits() implements Answers {}

        /**
         * Their roots.
         *
         * @param relations the paths that are climbed; none for all
         * @param circles whether circles without a root are allowed
         */
        record Roots(List<String> relations, boolean circles) implements Answers {

            List<Path> paths() {
                return relations.stream().map(Rql::path).toList();
            }
        }

        /** The objects of another class that lead to them. */
        record Owners(Class<?> type) implements Answers {}
    }

    static Question of(Class<?> root, String text) {
        return new Question(root, text, Map.of(), Map.of(), new Answers.Hits());
    }

    /** The class of the objects that answer it. */
    Class<?> answered() {
        return answers instanceof Answers.Owners owners ? owners.type() : root;
    }

    /** The objects that answer it, in order, if circles without a root are allowed. */
    List<?> answer(NaiveEvaluator naive) {
        NaiveEvaluator evaluator = naive.with(parameters, parsedVariables());
        RqlQuery query = Rql.parse(text);
        return answers instanceof Answers.Owners owners
                ? evaluator.owners(owners.type(), root, query)
                : answers instanceof Answers.Roots roots
                        ? evaluator.resolvedRoots(root, query, roots.paths())
                        : evaluator.answer(root, query);
    }

    /** The question to a database, without its parameters. */
    Query<?> query(Database db) {
        Query<?> query = db.query(root, text);
        for (Map.Entry<String, Definition> variable : variables.entrySet()) {
            query = query.define(
                    variable.getKey(),
                    variable.getValue().type(),
                    variable.getValue().text());
        }
        if (answers instanceof Answers.Owners owners) {
            return query.owners(owners.type());
        }
        if (answers instanceof Answers.Roots roots) {
            Query<?> topmost = query.topmost(roots.relations().toArray(String[]::new));
            return roots.circles() ? topmost : topmost.refuseCycles();
        }
        return query;
    }

    /** The variables as the evaluator takes them. */
    Map<String, Variable> parsedVariables() {
        Map<String, Variable> parsed = new LinkedHashMap<>();
        variables.forEach(
                (name, definition) -> parsed.put(name, new Variable(definition.type(), Rql.parse(definition.text()))));
        return parsed;
    }

    /**
     * The question as lines of text.
     *
     * @param objects those that a parameter may be, to be named by their numbers
     */
    List<String> lines(List<?> objects) {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        objects.forEach(object -> numbers.put(object, numbers.size() + 1));
        List<String> lines = new ArrayList<>();
        lines.add(root.getSimpleName() + ": " + ObjectText.escaped(text));
        variables.forEach((name, definition) -> lines.add(
                name + " = " + definition.type().getSimpleName() + ": " + ObjectText.escaped(definition.text())));
        parameters.forEach((name, value) -> lines.add(":" + name + " = " + typed(value, numbers)));
        if (answers instanceof Answers.Roots roots) {
            lines.add("topmost " + String.join(", ", roots.relations()));
            if (!roots.circles()) {
                lines.add("refuseCycles");
            }
        } else if (answers instanceof Answers.Owners owners) {
            lines.add("owners " + owners.type().getSimpleName());
        }
        return lines;
    }

    private static String typed(Object value, Map<Object, Integer> numbers) {
        if (value instanceof List<?> list) {
            Object first = list.stream()
                    .map(member -> (Object) member)
                    .filter(member -> member != null && !numbers.containsKey(member))
                    .findFirst()
                    .orElse(new Object());
            return first.getClass().getSimpleName() + LIST + " " + ObjectText.value(list, numbers);
        }
        return value == null || numbers.containsKey(value)
                ? ObjectText.value(value, numbers)
                : value.getClass().getSimpleName() + " " + ObjectText.value(value, numbers);
    }

    /** Reads {@link #lines}. */
    static Question read(List<String> lines, ModelClasses classes, Map<Integer, Object> objects) {
        Definition query = definition(lines.get(0), classes);
        Map<String, Definition> variables = new LinkedHashMap<>();
        Map<String, Object> parameters = new LinkedHashMap<>();
        Answers answers = new Answers.Hits();
        for (String line : lines.subList(1, lines.size())) {
            int equals = line.indexOf(" = ");
            if (line.startsWith(":")) {
                parameters.put(line.substring(1, equals), value(line.substring(equals + 3), classes, objects));
            } else if (line.startsWith("topmost")) {
                String paths = line.substring("topmost".length()).strip();
                answers = new Answers.Roots(paths.isEmpty() ? List.of() : List.of(paths.split(", ")), true);
            } else if (line.equals("refuseCycles")) {
                answers = new Answers.Roots(((Answers.Roots) answers).relations(), false);
            } else if (line.startsWith("owners ")) {
                answers = new Answers.Owners(classes.named(line.substring("owners ".length())));
            } else {
                variables.put(line.substring(0, equals), definition(line.substring(equals + 3), classes));
            }
        }
        return new Question(query.type(), query.text(), variables, parameters, answers);
    }

    private static Definition definition(String line, ModelClasses classes) {
        int colon = line.indexOf(':');
        return new Definition(
                classes.named(line.substring(0, colon)),
                ObjectText.unescaped(line.substring(colon + 1).strip()));
    }

    private static Object value(String text, ModelClasses classes, Map<Integer, Object> objects) {
        int space = text.indexOf(' ');
        if (space < 0) {
            return ObjectText.read(text, Object.class, objects);
        }
        String type = text.substring(0, space);
        String value = text.substring(space + 1);
        return type.endsWith(LIST)
                ? Arrays.asList((Object[]) ObjectText.read(
                        value,
                        RandomValues.type(type.substring(0, type.length() - LIST.length()), classes)
                                .arrayType(),
                        objects))
                : ObjectText.read(value, RandomValues.type(type, classes), objects);
    }
}
