package dev.espalier.cli;

import dev.espalier.Model;
import dev.espalier.yaml.YamlModel;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A model: a model file, or the classes of a program. */
final class ModelOptions {

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "A model file, such as espalier-model.yaml; in place of --classes and --class.")
    private @Nullable Path file;

    @Option(
            names = "--classes",
            paramLabel = "PATH",
            split = ",",
            description = "The jars and folders with the classes, and with what they need; with commas between them.")
    private @Nullable List<File> path;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "The classes to store, by their full names; may be given several times.")
    private @Nullable List<String> names;

    /** Whether none of the options is given. */
    boolean isEmpty() {
        return file == null && path == null && names == null;
    }

    /** Reads the model. Classes are not run. */
    Model model() {
        if (file != null && (path != null || names != null)) {
            throw new UsageException("--model: found it with " + (path != null ? "--classes" : "--class")
                    + ", expected a model file or classes");
        }
        if (file != null) {
            if (!Files.exists(file)) {
                throw new UsageException(file + ": found no such file; expected a model file");
            }
            return YamlModel.read(file);
        }
        if (path == null || names == null) {
            throw new UsageException(
                    path == null && names == null
                            ? "found no model, expected --model FILE, or --classes PATH and --class NAME"
                            : path == null
                                    ? "--class: found it without --classes, expected both"
                                    : "--classes: found it without --class, expected both");
        }
        return classes(path, names);
    }

    /** Reads classes. They are not run. */
    static Model classes(List<File> path, List<String> names) {
        List<URL> urls = new ArrayList<>();
        for (File file : path) {
            if (!file.exists()) {
                throw new UsageException("--classes: found no " + file + ", expected a jar or a folder");
            }
            try {
                urls.add(file.toURI().toURL());
            } catch (MalformedURLException e) {
                throw new UsageException("--classes: " + file + " is no path");
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), Model.class.getClassLoader())) {
            List<Class<?>> classes = new ArrayList<>();
            for (String name : names) {
                classes.add(loader.loadClass(name));
            }
            return Model.of(classes.toArray(new Class<?>[0]));
        } catch (ClassNotFoundException e) {
            throw new UsageException("--class: found no class " + e.getMessage() + " in " + path
                    + ", expected a full name such as shop.Order");
        } catch (IOException e) {
            throw new UsageException("--classes: " + e.getMessage());
        }
    }
}
