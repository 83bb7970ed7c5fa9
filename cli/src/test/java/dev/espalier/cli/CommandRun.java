package dev.espalier.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs a command in this process. */
public final class CommandRun {

    private CommandRun() {}

    /** The exit code and the output of a command. */
    public record Ended(int code, String out, String err) {}

    public static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Espalier.commandLineFor(arguments);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return new Ended(line.execute(arguments), out.toString(), err.toString());
    }
}
