package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the files of the corpus. */
class CorpusRulesTest {

    @Test
    void thereAreEnoughOfThem() {
        assertThat(CorpusFile.queries()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(CorpusFile.mistakes()).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void everyQuerySaysOnceWhatItFinds() {
        assertThat(CorpusFile.queries()).allMatch(CorpusFile::saysWhatItFinds).allMatch(query -> !query.title().isBlank());
    }

    @Test
    void noAnswerIsEverythingOrNothingUnlessItsHeaderSaysSo() {
        for (CorpusFile query : CorpusFile.queries()) {
            Population population = query.model().populate().get();
            List<String> answer = query.answer(population);
            List<String> all = population.names(query.answerClass());
            boolean isTrivial = answer.isEmpty() || Set.copyOf(answer).containsAll(all);
            assertThat(query.isTrivialOnPurpose()).as("%s finds %d of %d", query, answer.size(), all.size()).isEqualTo(isTrivial);
            assertThat(all).as(query.toString()).containsAll(answer);
        }
    }

    @Test
    void noTwoQueriesAreTheSame() {
        Set<String> seen = new TreeSet<>();
        for (CorpusFile query : CorpusFile.queries()) {
            assertThat(seen.add(query.model() + " " + query.header().stream().filter(line -> !line.key().startsWith("finds")).toList() + query.text())).as(query.toString()).isTrue();
        }
    }

    @Test
    void everyFileBelongsToOne() throws IOException {
        Set<String> known = new TreeSet<>();
        CorpusFile.queries().forEach(query -> known.addAll(List.of(query.toString(), query.toString().replace(".rql", ".stages"))));
        CorpusFile.mistakes().forEach(mistake -> known.addAll(List.of(mistake.toString(), mistake.toString().replace(".rql", ".error"))));
        try (Stream<Path> files = Files.walk(CorpusFile.ROOT)) {
            assertThat(files.filter(Files::isRegularFile).filter(file -> !file.getParent().endsWith("rql") && !file.getParent().endsWith("differential")).map(file -> CorpusFile.ROOT.relativize(file).toString())).allMatch(known::contains);
        }
    }
}
