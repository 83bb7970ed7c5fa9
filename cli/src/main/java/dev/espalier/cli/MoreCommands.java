package dev.espalier.cli;

import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/** Commands that another module adds to {@code espalier}. {@link ServiceLoader} finds it by its name in {@code META-INF/services}. */
public interface MoreCommands {

    /** @return classes with picocli's {@code @Command} */
    List<Class<?>> commands();

    /** @return lines for the help of {@code espalier}, such as {@code espalier demo} */
    List<String> examples();

    /**
     * Sets what annotations cannot say.
     *
     * @param espalier the whole command line; of a command that was not asked for it has the name only
     */
    void configure(CommandLine espalier);

    /**
     * Returns whether a failure means that a command was used wrongly, as {@link UsageException} does.
     *
     * @param failure of one of these commands
     * @return whether its message says where, what was found and what is expected
     */
    boolean isWrongUse(Exception failure);
}
