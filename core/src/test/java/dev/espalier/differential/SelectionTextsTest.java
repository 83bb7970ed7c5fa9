package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.TreeText;
import dev.espalier.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A selection that is printed is read again as the same. */
@Tag("pure")
class SelectionTextsTest {

    private static final int SELECTIONS = 8_000;

    @Test
    void randomSelectionsPrintToTheSameTree() {
        ModelClasses town = ModelClasses.town();
        for (Seeds.Run run : Seeds.runs("SelectionTextsTest", SELECTIONS)) {
            Random random = run.random(0);
            RandomQueries queries =
                    new RandomQueries(random, town.roots(), List.of(), Construct.ANSWERED, new RandomValues());
            for (int i = 0; i < run.amount(); i++) {
                String text = new RandomSelections(random, queries)
                        .selection(queries.question().root());
                RqlSelection selection = Rql.selection(text);
                String printed = Rql.print(selection);
                assertThat(tree(Rql.selection(printed))).as(printed).isEqualTo(tree(selection));
                assertThat(Rql.print(Rql.selection(printed))).as(text).isEqualTo(printed);
            }
        }
    }

    /** Without the text and the positions. */
    private static String tree(RqlSelection selection) {
        String tree = TreeText.of(selection);
        return tree.substring(tree.indexOf('\n')).replaceAll(" @\\d+", "");
    }
}
