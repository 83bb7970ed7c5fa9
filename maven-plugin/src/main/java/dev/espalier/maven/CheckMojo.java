package dev.espalier.maven;

import dev.espalier.Model;
import dev.espalier.yaml.YamlModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;

/**
 * {@code espalier:check}: compares the model file with the compiled classes, without any database. The build fails with a line for each difference, and with line
 * and column of a mistake in the file. For one thread.
 */
public final class CheckMojo extends ModelFileMojo {

    /** Creates the goal; Maven sets its parameters. */
    public CheckMojo() {}

    @Override
    void run(Path modelFile, Model model) throws MojoFailureException {
        if (!Files.exists(modelFile)) {
            throw new MojoFailureException(
                    modelFile + ": found no such file; expected a model file. Write it: mvn espalier:write");
        }
        List<String> differences = YamlModel.differences(modelFile, model);
        if (!differences.isEmpty()) {
            throw new MojoFailureException(modelFile + " differs from the classes:\n  "
                    + String.join("\n  ", differences) + "\nUpdate the file: mvn espalier:write");
        }
        getLog().info(modelFile + " is the model of the classes");
    }
}
