package dev.espalier.internal.query;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.write.Identity;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Spells out all that the answer to a question, and its order, depend on, in a form that is the same in every process. */
final class QuestionText {

    private final ParsedTexts texts;
    private final ObjectModel model;
    private final Identity identity;

    QuestionText(ParsedTexts texts, ObjectModel model, Identity identity) {
        this.texts = texts;
        this.model = model;
        this.identity = identity;
    }

    /** Without bounds and strategy, which change nothing of which objects come, and in what order. */
    String of(Question question) {
        return String.join(
                "\n",
                canonical(question.asked(), question.rql()),
                answer(question.answer()) + (question.cycles() ? "" : " without cycles"),
                lines(question.variables(), variable -> canonical(variable.root(), variable.rql())),
                lines(question.parameters(), this::value));
    }

    /** The same for the rows of a selection. */
    String of(Question question, String selection) {
        return of(question) + "\nselect " + texts.canonicalSelection(selection);
    }

    private String canonical(NamedClass root, String rql) {
        return root.name() + ": " + texts.canonical(rql);
    }

    private static String answer(Question.Answer answer) {
        return answer instanceof Question.Answer.Roots roots
                ? "roots by "
                        + roots.relations().stream().map(String::strip).sorted().toList()
                : answer instanceof Question.Answer.Owners owners
                        ? "owners of " + owners.type().name()
                        : "hits";
    }

    private static <V> String lines(Map<String, V> values, Function<V, String> text) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " = " + text.apply(entry.getValue()))
                        .collect(Collectors.joining("\n"));
    }

    private String value(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return value(optional.orElse(null));
        }
        if (value instanceof Collection<?> several) {
            return list(several);
        }
        return value instanceof Object[] several
                ? list(Arrays.asList(several))
                : value instanceof long[] numbers
                        ? list(Arrays.stream(numbers).boxed().toList())
                        : value instanceof int[] numbers
                                ? list(Arrays.stream(numbers).boxed().toList())
                                : value instanceof byte[] bytes
                                        ? HexFormat.of().formatHex(bytes)
                                        : value instanceof Enum<?> constant
                                                ? constant.name()
                                                : value instanceof Date date
                                                        ? Long.toString(date.getTime()) // whose own text depends on the
                                                        // time zone
                                                        : value != null && model.classOf(value) != null
                                                                ? "object " + identity.idOf(value)
                                                                : String.valueOf(value);
    }

    /** A set may give its values in another order in another process. */
    private String list(Collection<?> values) {
        List<String> texts = values.stream().map(this::value).sorted().toList();
        return texts.toString();
    }
}
