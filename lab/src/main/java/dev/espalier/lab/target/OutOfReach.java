package dev.espalier.lab.target;

import java.util.ArrayList;
import java.util.List;

/** Processes that ignore Ctrl-C: a terminal sends it to all processes of a command, but only the command itself knows how to end. */
public final class OutOfReach {

    private OutOfReach() {}

    /**
     * Returns a command whose process, and all that it starts, ignore Ctrl-C (POSIX sh: what is ignored stays so after exec).
     *
     * @param command a program and its arguments
     * @return the same, to be started instead; the process is the program's own
     */
    public static List<String> of(List<String> command) {
        List<String> shielded = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        shielded.addAll(command);
        return shielded;
    }
}
