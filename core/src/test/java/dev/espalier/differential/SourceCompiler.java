package dev.espalier.differential;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Makes classes of a source text; no file is left behind. */
final class SourceCompiler extends ClassLoader {

    private final Map<String, byte[]> compiled = new HashMap<>();

    private SourceCompiler(Path classes) throws IOException {
        for (Path file : files(classes)) {
            if (file.toString().endsWith(".class")) {
                String name = classes.relativize(file).toString().replaceAll("[/\\\\]", ".");
                compiled.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
    }

    /** The class of that name, and those nested in it, loaded by a loader of their own. */
    static Class<?> compile(String name, String source) {
        try {
            Path folder = Files.createTempDirectory("models");
            try {
                Path file =
                        Files.writeString(folder.resolve(name.substring(name.lastIndexOf('.') + 1) + ".java"), source);
                StringWriter problems = new StringWriter();
                ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
                if (javac.run(
                                new PrintWriter(problems),
                                new PrintWriter(problems),
                                "-encoding",
                                "UTF-8",
                                "-proc:none",
                                "-d",
                                folder.toString(),
                                file.toString())
                        != 0) {
                    throw new IllegalArgumentException(problems + "\n" + source);
                }
                return new SourceCompiler(folder).loadClass(name);
            } finally {
                for (Path file : files(folder)) {
                    Files.delete(file);
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Those in a folder before the folder. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = compiled.get(name);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }
}
