package dev.espalier.corpus;

import java.util.List;
import java.util.stream.Stream;

/** The corpus for tests that only want queries to begin with. */
public final class CorpusTexts {

    private CorpusTexts() {}

    /** The texts of all queries, right and wrong ones. */
    public static List<String> all() {
        return Stream.concat(CorpusCase.queries().stream(), CorpusCase.mistakes().stream())
                .map(CorpusCase::text)
                .toList();
    }

    /** The texts of all selections, right and wrong ones. */
    public static List<String> selections() {
        return Stream.concat(CorpusCase.queries().stream(), CorpusCase.mistakes().stream())
                .flatMap(query -> query.header().stream())
                .filter(line -> line.key().startsWith("select"))
                .map(CorpusCase.Line::value)
                .toList();
    }
}
