package dev.espalier.rql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RqlCorpusTest {

    static List<Corpus.Case> queries() {
        return Corpus.in("rql");
    }

    @ParameterizedTest
    @MethodSource("queries")
    void cutsIntoTokens(Corpus.Case query) {
        String tokens = Lexer.tokens(query.query()).stream()
                .map(token -> "%d %s %s".formatted(token.position(), token.kind(), token.text()).stripTrailing() + "\n")
                .collect(Collectors.joining());

        assertThat(tokens).isEqualTo(query.expected("tokens", tokens));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void buildsTheTree(Corpus.Case query) {
        String tree = TreeText.of(Rql.parse(query.query()));

        assertThat(tree).isEqualTo(query.expected("tree", tree));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void printsTheCanonicalText(Corpus.Case query) {
        String printed = Rql.print(Rql.parse(query.query()));

        assertThat(printed + "\n").isEqualTo(query.expected("printed", printed + "\n"));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void printingAgainChangesNothing(Corpus.Case query) {
        String printed = Rql.print(Rql.parse(query.query()));

        assertThat(Rql.print(Rql.parse(printed))).isEqualTo(printed);
    }
}
