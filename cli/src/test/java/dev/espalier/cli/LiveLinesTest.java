package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveLinesTest {

    private final StringWriter written = new StringWriter();
    private final LiveLines live = new LiveLines(new PrintWriter(written));

    /** ESC [ ?7l cuts at the edge, ?7h wraps again, nA goes up n rows, J clears from there to the end. */
    @Test
    void newLinesReplaceOldLinesAndClearRemovesThem() {
        live.clear();
        live.show(List.of("one", "two"));
        live.show(List.of("three"));
        live.clear();
        live.clear();

        assertThat(written.toString().replace("\033", "ESC "))
                .isEqualTo("ESC [?7lone ESC [?7h\nESC [?7ltwo ESC [?7h\n" + "ESC [2A\rESC [JESC [?7lthree ESC [?7h\n"
                        + "ESC [1A\rESC [J");
    }
}
