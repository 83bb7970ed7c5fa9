package dev.espalier.maven;

import dev.espalier.Model;
import dev.espalier.error.EspalierException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.jspecify.annotations.Nullable;

/** The part that both goals share: it reads the classes of the project. Maven sets the fields, as {@code META-INF/maven/plugin.xml} says. For one thread. */
abstract class ModelFileMojo extends AbstractMojo {

    private @Nullable File file;
    private @Nullable List<String> classes;
    private @Nullable List<String> classpath;
    private boolean skip;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped");
            return;
        }
        try (URLClassLoader loader = new URLClassLoader(urls(), Model.class.getClassLoader())) {
            run(given(file, "file").toPath(), Model.of(types(loader)));
        } catch (EspalierException | UncheckedIOException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("reading the classes: " + e.getMessage(), e);
        }
    }

    /** Compares or writes. */
    abstract void run(Path modelFile, Model model) throws MojoFailureException;

    /** Classes of the library are those of the plugin; the project's may be of another version. */
    private URL[] urls() throws MojoExecutionException, IOException {
        List<URL> urls = new ArrayList<>();
        for (String element : given(classpath, "classpath")) {
            urls.add(new File(element).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** Loads the classes. They are not run. */
    private Class<?>[] types(ClassLoader loader) throws MojoExecutionException, MojoFailureException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : given(classes, "classes")) {
            try {
                types.add(Class.forName(name, false, loader));
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                throw new MojoFailureException(
                        name + ": found no class " + e.getMessage()
                                + " among the compiled classes and their dependencies; expected a full name such as"
                                + " shop.Order of a class that is compiled",
                        e);
            }
        }
        return types.toArray(new Class<?>[0]);
    }

    private static <T> T given(@Nullable T value, String parameter) throws MojoExecutionException {
        if (value == null) {
            throw new MojoExecutionException("the parameter " + parameter + ": found none; expected a value");
        }
        return value;
    }
}
