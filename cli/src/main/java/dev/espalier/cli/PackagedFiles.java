package dev.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes what a distribution has beside its programs: completion for bash and zsh, and the man page. The build runs it. */
final class PackagedFiles {

    private PackagedFiles() {}

    /** @param arguments the folder */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path completion = Files.createDirectories(folder.resolve("completion"));
        Files.writeString(completion.resolve("espalier.sh"), AutoComplete.bash("espalier", Espalier.commandLine()));
        Path manual = Files.createDirectories(folder.resolve("man").resolve("man1"));
        Files.writeString(manual.resolve("espalier.1"), manual(Espalier.commandLine()));
    }

    /** In the macros of man(7): a section for each command, which has the text of its help. */
    static String manual(CommandLine espalier) {
        List<String> lines = new ArrayList<>();
        lines.add(".TH ESPALIER 1");
        lines.add(".SH NAME");
        lines.add(escaped("espalier - "
                + espalier.getCommandSpec().usageMessage().description()[0].replaceFirst("\\.$", "")));
        lines.add(".SH SYNOPSIS");
        lines.add(".B espalier");
        lines.add(escaped("COMMAND [OPTION]..."));
        section(lines, "DESCRIPTION", espalier);
        commands(lines, espalier);
        lines.add(".SH ENVIRONMENT");
        lines.add(
                escaped(
                        "JAVA_HOME names a Java, 17 or newer; without it the newest is taken that is found. ESPALIER_JAVA_OPTIONS are given to the virtual machine, for example -Xmx4g."));
        lines.add(".SH EXIT STATUS");
        lines.add(escaped("0 for success, 1 for a failure, 2 if a command is used wrongly."));
        return String.join("\n", lines) + "\n";
    }

    private static void commands(List<String> lines, CommandLine command) {
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            section(lines, below.getValue().getCommandSpec().qualifiedName(), below.getValue());
            commands(lines, below.getValue());
        }
    }

    private static void section(List<String> lines, String title, CommandLine command) {
        lines.add(".SH \"" + title + "\"");
        lines.add(".nf");
        command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .map(PackagedFiles::escaped)
                .forEach(lines::add);
        lines.add(".fi");
    }

    /** A backslash begins an escape; a point or an apostrophe at the beginning of a line begins a request; a bare hyphen may become a dash. */
    private static String escaped(String line) {
        String text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}
