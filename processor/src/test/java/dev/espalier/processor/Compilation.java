package dev.espalier.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;

/**
 * The compiler, run on sources in a folder. A source is a text whose first line with {@code class}, {@code interface} or {@code record}
 * names its file.
 */
@NullUnmarked // what it asks for is there
public final class Compilation {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile(
            "^(?:\\w+ |@[\\w.]+(?:\\(.*\\))? )*(?:class|interface|record|enum) (\\w+)", Pattern.MULTILINE);

    private final Path sources;
    private final Path classes;
    private List<Path> classPath = List.of();
    private List<String> options = List.of("-Xlint:all,-processing,-serial,-auxiliaryclass");
    private Supplier<List<Processor>> processors = () -> List.of(new TypedProcessor());

    /**
     * @param folder for sources and classes
     */
    public Compilation(Path folder) {
        sources = folder.resolve("sources");
        classes = folder.resolve("classes");
    }

    /** Other folders of classes. */
    public Compilation with(Path... others) {
        classPath = List.of(others);
        return this;
    }

    /** In place of the one processor. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Compilation processors(Supplier<Processor>... others) {
        processors = () -> Arrays.stream(others).map(Supplier::get).toList();
        return this;
    }

    /** More options of the compiler. */
    public Compilation options(String... more) {
        options = new ArrayList<>(options);
        options.addAll(List.of(more));
        return this;
    }

    /** Where the classes come to lie. */
    public Path classes() {
        return classes;
    }

    /** What the compiler said, one line each: {@code ERROR Order.java:3 Order.file: java.io.File cannot be kept ...}. */
    public List<String> compile(String... texts) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8)) {
            Files.createDirectories(classes);
            List<Path> written = new ArrayList<>();
            for (String text : texts) {
                written.add(write(text));
            }
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of("-d", classes.toString(), "-s", classes.toString(), "-cp", classPath()));
            JavaCompiler.CompilationTask task =
                    compiler.getTask(null, files, said, all, null, files.getJavaFileObjectsFromPaths(written));
            task.setLocale(Locale.ROOT);
            task.setProcessors(processors.get());
            task.call();
            return said.getDiagnostics().stream()
                    .filter(one -> one.getKind() != Diagnostic.Kind.NOTE)
                    .map(Compilation::line)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes, loaded by a loader of their own. */
    public ClassLoader load() {
        List<URL> urls = new ArrayList<>();
        Stream.concat(Stream.of(classes), classPath.stream()).forEach(folder -> {
            try {
                urls.add(folder.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        });
        return new URLClassLoader(urls.toArray(URL[]::new), Compilation.class.getClassLoader());
    }

    /** The source of a generated class; null if there is none. */
    public String generated(String name) {
        Path file = classes.resolve(name.replace('.', '/') + ".java");
        try {
            return Files.exists(file) ? Files.readString(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(String text) throws IOException {
        Matcher inPackage = PACKAGE.matcher(text);
        Matcher name = NAME.matcher(text);
        Path folder = inPackage.find() ? sources.resolve(inPackage.group(1).replace('.', '/')) : sources;
        Files.createDirectories(folder);
        return Files.writeString(
                folder.resolve(
                        (name.find() ? name.group(1) : text.startsWith("module ") ? "module-info" : "package-info")
                                + ".java"),
                text);
    }

    private String classPath() {
        List<String> all = new ArrayList<>(List.of(classes.toString()));
        classPath.forEach(folder -> all.add(folder.toString()));
        all.addAll(Arrays.asList(System.getProperty("java.class.path").split(System.getProperty("path.separator"))));
        return String.join(System.getProperty("path.separator"), all);
    }

    private static String line(Diagnostic<? extends JavaFileObject> said) {
        String at = said.getSource() == null
                ? ""
                : Path.of(said.getSource().getName()).getFileName() + ":" + said.getLineNumber() + " ";
        return said.getKind() + " " + at
                + said.getMessage(Locale.ROOT).lines().findFirst().orElse("");
    }
}
