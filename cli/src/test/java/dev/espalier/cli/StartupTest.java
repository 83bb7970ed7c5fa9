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
                        .get("lab")
                        .getSubcommands())
                .isEmpty();
        assertThat(Espalier.commandLineFor("lab").getSubcommands().get("lab").getSubcommands())
                .isNotEmpty();
        assertThat(Espalier.commandLineFor("--version")
                        .getSubcommands()
                        .get("lab")
                        .getSubcommands())
                .isEmpty();
    }

    @Test
    void argumentsThatNameNoCommandFirstHaveAllCommands() {
        for (String first : List.of("@arguments", "--trace=true", "--", "grow")) {
            assertThat(Espalier.commandLineFor(first, "lab", "list")
                            .getSubcommands()
                            .get("lab")
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
