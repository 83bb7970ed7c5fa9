package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@NullUnmarked // what it asks for is there
class StartupTest {

    private static final List<String> NAMES =
            List.copyOf(Espalier.commandLine().getSubcommands().keySet());

    @Test
    void helpIsTheSameWhereOnlyTheCommandThatIsAskedForIsRead() {
        CommandLine whole = Espalier.commandLine();

        assertThat(Espalier.commandLineFor("--help").getUsageMessage()).isEqualTo(whole.getUsageMessage());
        for (String name : NAMES) {
            CommandLine one = Espalier.commandLineFor("--trace", name, "--help");
            assertThat(one.getUsageMessage()).isEqualTo(whole.getUsageMessage());
            assertThat(usages(one.getSubcommands().get(name)))
                    .isEqualTo(usages(whole.getSubcommands().get(name)));
        }
    }

    private static List<String> usages(CommandLine command) {
        List<String> below = command.getSubcommands().values().stream()
                .flatMap(one -> usages(one).stream())
                .toList();
        return Stream.concat(Stream.of(command.getUsageMessage()), below.stream())
                .toList();
    }

    @Test
    void commandThatIsNotAskedForIsNotRead() {
        assertThat(Espalier.commandLineFor("query", "jdbc:sqlite:shop.db")
                        .getSubcommands()
                        .get("schema")
                        .getSubcommands())
                .isEmpty();
        assertThat(Espalier.commandLineFor("schema")
                        .getSubcommands()
                        .get("schema")
                        .getSubcommands())
                .isNotEmpty();
        assertThat(Espalier.commandLineFor("--version")
                        .getSubcommands()
                        .get("schema")
                        .getSubcommands())
                .isEmpty();
    }

    @Test
    void argumentsThatNameNoCommandFirstHaveAllCommands() {
        for (String first : List.of("@arguments", "--trace=true", "--", "grow")) {
            assertThat(Espalier.commandLineFor(first, "schema", "show")
                            .getSubcommands()
                            .get("schema")
                            .getSubcommands())
                    .as(first)
                    .isNotEmpty();
        }
    }

    @Test
    void runsWhoseClassesTheLauncherKeepsEndWell() throws IOException {
        StringWriter out = new StringWriter();

        StartupRun.run(new PrintWriter(out));

        assertThat(out.toString()).contains("first", "second");
    }
}
