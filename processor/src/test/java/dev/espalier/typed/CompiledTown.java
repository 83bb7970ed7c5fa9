package dev.espalier.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.processor.Compilation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The model and a program of its package, compiled with the processor. */
final class CompiledTown {

    private final ClassLoader classes;

    /** Compiles {@code Town.java} and a program, of which the compiler says nothing. */
    CompiledTown(Path folder, String program) {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(resource("Town.java"), program)).isEmpty();
        classes = compilation.load();
    }

    /** The pairs of lines in a resource, without its comments. */
    static List<String> lines(String resource) {
        return resource(resource)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    /** {@code least = 30; hobbies = 'golf', 'rally'}. */
    static Map<String, Object> parameters(String text) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (String one : text == null ? new String[0] : text.split("; ")) {
            String[] sides = one.split(" = ");
            List<Object> values =
                    Arrays.stream(sides[1].split(", ")).map(CompiledTown::value).toList();
            parameters.put(sides[0], values.size() == 1 ? values.get(0) : values);
        }
        return parameters;
    }

    private static Object value(String text) {
        return text.startsWith("'") ? text.substring(1, text.length() - 1) : Integer.valueOf(text);
    }

    /** The objects of the model, in a new database. */
    Database open(Path folder) throws ClassNotFoundException {
        Database db = Database.open(
                "jdbc:sqlite:" + folder.resolve("town.db"),
                Model.of(type("Person"), type("Boss"), type("SuperCar"), type("Organization")));
        db.storeAll((List<?>) call("town.Town", "objects"));
        return db;
    }

    Class<?> type(String name) throws ClassNotFoundException {
        return classes.loadClass("town." + name);
    }

    Object call(String type, String method) {
        try {
            var found = classes.loadClass(type).getDeclaredMethod(method);
            found.setAccessible(true);
            return found.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + "." + method, e);
        }
    }

    private static String resource(String name) {
        try (InputStream file = Optional.ofNullable(CompiledTown.class.getResourceAsStream("/" + name))
                .orElseThrow()) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
