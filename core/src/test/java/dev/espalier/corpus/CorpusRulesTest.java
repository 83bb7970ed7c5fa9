package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.plan.Ancestors;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Value;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules for queries of the corpus. */
@Tag("pure")
class CorpusRulesTest {

    private static final Set<Package> OF_QUERIES = Set.of(Expression.class.getPackage(), Condition.class.getPackage());

    @Test
    void corpusHasEnoughQueries() {
        assertThat(CorpusCase.queries()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(CorpusCase.mistakes()).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void everyQueryDescribesItsAnswerOnce() {
        assertThat(CorpusCase.queries())
                .allMatch(CorpusCase::saysWhatItFinds)
                .allMatch(query -> !query.title().isBlank());
    }

    @Test
    void answersOfAllOrNoObjectsAreDeclared() {
        for (CorpusCase query : CorpusCase.queries()) {
            Population population = query.model().populate().get();
            List<String> answer = query.answer(population);
            List<String> all = population.names(query.answerClass());
            boolean isTrivial = answer.isEmpty() || Set.copyOf(answer).containsAll(all);
            assertThat(query.isTrivialOnPurpose())
                    .as("%s finds %d of %d", query, answer.size(), all.size())
                    .isEqualTo(isTrivial);
            assertThat(all).as(query.toString()).containsAll(answer);
        }
    }

    @Test
    void noTwoQueriesAreTheSame() {
        Set<String> seen = new TreeSet<>();
        for (CorpusCase query : CorpusCase.queries()) {
            assertThat(seen.add(query.model() + " "
                            + query.header().stream()
                                    .filter(line -> !line.key().startsWith("finds"))
                                    .toList() + query.text()))
                    .as(query.toString())
                    .isTrue();
        }
    }

    /** So that what is new in the language, or in plans, gets its example. What a text begins with is a condition of plans with placeholders alone. */
    @Test
    void corpusHasEveryKindOfNode() {
        Set<Class<?>> kinds = new HashSet<>();
        CorpusCase.queries().forEach(query -> addKinds(Stages.plan(query), kinds));

        for (Class<?> family : List.of(
                Expression.class,
                Operand.class,
                Path.Step.class,
                Item.class,
                Value.class,
                Condition.class,
                Step.class,
                Condition.Comparand.class,
                Ancestors.class)) {
            assertThat(kinds)
                    .containsAll(members(family)
                            .filter(kind -> kind != Condition.Begins.class)
                            .toList());
        }
    }

    private static Stream<Class<?>> members(Class<?> family) {
        return family.isSealed()
                ? Stream.of(family.getPermittedSubclasses()).flatMap(CorpusRulesTest::members)
                : Stream.of(family);
    }

    /** The classes of all records of a query and its plan. */
    private static void addKinds(Object node, Set<Class<?>> kinds) {
        if (node instanceof Optional<?> optional) {
            optional.ifPresent(content -> addKinds(content, kinds));
        } else if (node instanceof Collection<?> several) {
            several.forEach(one -> addKinds(one, kinds));
        } else if (node instanceof Record && OF_QUERIES.contains(node.getClass().getPackage())) {
            kinds.add(node.getClass());
            for (RecordComponent component : node.getClass().getRecordComponents()) {
                try {
                    component.getAccessor().setAccessible(true);
                    addKinds(component.getAccessor().invoke(node), kinds);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    @Test
    void everyFileHasQueries() throws IOException {
        Set<java.nio.file.Path> known = new TreeSet<>();
        CorpusCase.queries().forEach(query -> known.add(query.file()));
        CorpusCase.mistakes().forEach(mistake -> known.add(mistake.file()));
        try (Stream<java.nio.file.Path> files = Files.walk(CorpusCase.ROOT)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !file.getParent().endsWith("differential")))
                    .allMatch(known::contains);
        }
    }
}
