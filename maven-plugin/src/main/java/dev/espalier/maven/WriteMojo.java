package dev.espalier.maven;

import dev.espalier.Model;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.yaml.YamlModel;
import java.nio.file.Path;

/**
 * {@code espalier:write}: writes the model file from the classes, which are compiled first. Lines that need no change stay as they are, and so do comments. For one
 * thread.
 */
public final class WriteMojo extends ModelFileMojo {

    /** Creates the goal; Maven sets its parameters. */
    public WriteMojo() {}

    @Override
    void run(Path modelFile, Model model) {
        YamlModel.write(modelFile, ModelDraft.of(model));
        getLog().info("wrote " + modelFile);
    }
}
