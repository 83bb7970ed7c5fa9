package dev.espalier.differential;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Makes a case that fails smaller as long as it fails alike. Used once, by one thread. */
final class Shrinker {

    private final TestDatabase database;
    private final Trial.Difference difference;
    private final int turn;
    private int attempts;

    /**
     * @param database to try in; what is in it is lost
     * @param attempts how many smaller cases are tried at most
     */
    Shrinker(TestDatabase database, Trial.Difference difference, int turn, int attempts) {
        this.database = database;
        this.difference = difference;
        this.turn = turn;
        this.attempts = attempts;
    }

    /** Absent where the case alone, without what had happened to the objects before, does not fail. */
    Optional<Case> shrunk(Case failing) {
        if (!fails(failing)) {
            return Optional.empty();
        }
        Case smallest = failing;
        Case before;
        do {
            before = smallest;
            smallest = questions(smallest);
            smallest = chunks(smallest, smallest.objects(), smallest::withObjects);
            smallest = values(smallest);
            smallest = classes(smallest);
        } while (!smallest.equals(before) && attempts > 0);
        return Optional.of(smallest);
    }

    private boolean fails(Case smaller) {
        if (attempts-- <= 0) {
            return false;
        }
        database.clear();
        try {
            return smaller.difference(database, turn).filter(difference::isLike).isPresent();
        } catch (RuntimeException noCase) {
            return false;
        }
    }

    /** Takes lines away, many at a time and in the end one by one. */
    private Case chunks(Case failing, List<String> lines, Function<List<String>, Case> with) {
        Case smallest = failing;
        List<String> left = lines;
        for (int size = (lines.size() + 1) / 2; size > 0; size /= 2) {
            for (int from = 0; from < left.size(); ) {
                List<String> fewer = new ArrayList<>(left);
                fewer.subList(from, Math.min(left.size(), from + size)).clear();
                Case smaller = with.apply(fewer);
                if (!fewer.isEmpty() && fails(smaller)) {
                    smallest = smaller;
                    left = fewer;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }

    /** Takes the objects' values away one by one, and members of their collections. */
    private Case values(Case failing) {
        Case smallest = failing;
        for (int line = 0; line < smallest.objects().size(); line++) {
            List<String> words = words(smallest.objects().get(line));
            for (int i = words.size() - 1; i > 1; i--) {
                for (String other : smallerValues(words.get(i))) {
                    List<String> fewer = new ArrayList<>(words);
                    fewer.set(i, other);
                    fewer.removeIf(String::isEmpty);
                    List<String> objects = new ArrayList<>(smallest.objects());
                    objects.set(line, String.join(" ", fewer));
                    Case smaller = smallest.withObjects(objects);
                    if (fails(smaller)) {
                        smallest = smaller;
                        words = fewer;
                        break;
                    }
                }
            }
        }
        return smallest;
    }

    /** Nothing, or a list without one of its members. */
    private static List<String> smallerValues(String word) {
        List<String> smaller = new ArrayList<>(List.of(""));
        int open = word.indexOf("=[");
        if (open > 0) {
            List<String> members = words(word.substring(open + 2, word.length() - 1));
            if (members.size() > 1) {
                Simpler.without(members)
                        .forEach(fewer -> smaller.add(word.substring(0, open + 2) + String.join(" ", fewer) + "]"));
            }
        }
        return smaller;
    }

    /** What spaces part outside of brackets and quotes. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int start = 0;
        int open = 0;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char mark = line.charAt(i);
            quoted ^= mark == '\'';
            open += quoted ? 0 : mark == '[' || mark == '{' ? 1 : mark == ']' || mark == '}' ? -1 : 0;
            if (mark == ' ' && !quoted && open == 0) {
                words.add(line.substring(start, i));
                start = i + 1;
            }
        }
        words.add(line.substring(start));
        return words;
    }

    /** Takes classes and fields out of the source: what no longer compiles is no case. */
    private Case classes(Case failing) {
        List<String> lines = failing.source().lines().toList();
        Case smallest = failing;
        for (int at = lines.size() - 2; at > 0; at--) {
            int end = at + 1;
            if (lines.get(at).matches(" {4}\\S.*\\{")) {
                end = at + lines.subList(at, lines.size()).indexOf("    }") + 1;
            }
            if (lines.get(at).matches(" {4}\\S.*\\{| {8}.*;| {4}record .*")) {
                List<String> fewer = new ArrayList<>(lines);
                fewer.subList(at, end).clear();
                Case smaller = smallest.withSource(fewer);
                if (fails(smaller)) {
                    smallest = smaller;
                    lines = fewer;
                }
            }
        }
        return smallest;
    }

    private Case questions(Case failing) {
        Case smallest = withNames(failing);
        boolean found = true;
        while (found) {
            found = false;
            for (List<String> lines : simpler(smallest.questions().get(0))) {
                Case smaller = smallest.withQuestion(used(lines));
                if (fails(smaller)) {
                    smallest = smaller;
                    found = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** Question marks would change their numbers. */
    private Case withNames(Case failing) {
        List<String> lines = new ArrayList<>(failing.questions().get(0));
        String first = lines.get(0);
        if (!first.contains("?")) {
            return failing;
        }
        for (int i = 1; first.contains("?"); i++) {
            first = first.replaceFirst("\\?", ":mark" + i);
        }
        lines.replaceAll(line -> line.replaceFirst("^:(\\d)", ":mark$1"));
        lines.set(0, first);
        Case named = failing.withQuestion(lines);
        return fails(named) ? named : failing;
    }

    private static List<List<String>> simpler(List<String> question) {
        List<List<String>> simpler = new ArrayList<>();
        for (int i = 0; i < question.size(); i++) {
            String line = question.get(i);
            boolean isQuery = i == 0 || line.matches("[Q@]\\w* = .*");
            if (!isQuery) {
                if (!line.startsWith(":")) {
                    simpler.add(without(question, i));
                }
                continue;
            }
            if (i > 0) {
                simpler.add(without(question, i));
            }
            int start = line.indexOf(": ") + 2;
            if (start < 2 || start > line.length()) {
                continue;
            }
            for (RqlQuery less : Simpler.than(Rql.parse(ObjectText.unescaped(line.substring(start))))) {
                List<String> lines = new ArrayList<>(question);
                lines.set(i, line.substring(0, start) + ObjectText.escaped(Rql.print(less)));
                simpler.add(lines);
            }
        }
        return simpler;
    }

    private static List<String> without(List<String> lines, int index) {
        List<String> fewer = new ArrayList<>(lines);
        fewer.remove(index);
        return fewer;
    }

    /** Without the parameters that no query has any more. */
    private static List<String> used(List<String> question) {
        List<String> lines = new ArrayList<>(question);
        lines.removeIf(line -> line.startsWith(":")
                && !Character.isDigit(line.charAt(1))
                && question.stream()
                        .noneMatch(other -> !other.startsWith(":")
                                && Pattern.compile(line.substring(0, line.indexOf(' ')) + "\\b")
                                        .matcher(other)
                                        .find()));
        return lines;
    }
}
