package dev.espalier.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.spec.SpecException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Writes and reads {@code result.json}, and {@code result.json.gz}, which a page of results keeps. */
public final class ResultFile {

    /** The file's name in the folder of a run. */
    public static final String NAME = "result.json";

    private static final String COMPRESSED = ".gz";

    /** Absolute paths of two names and more within a text of JSON. A URL with a host has none. */
    private static final Pattern PATHS = Pattern.compile("(?<![\\w/.])/(?:[^/\\s\"',;:\\\\]+/)+([^/\\s\"',;:\\\\]+)/?");

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule().addSerializer(ResourceSample.class, new SampleLine()))
            .build();

    private ResultFile() {}

    /**
     * Writes a result into a folder; a reader sees the old file or the new one, never half of it.
     *
     * @param result what to write
     * @param folder that exists
     * @return the file
     */
    public static Path write(Result result, Path folder) throws IOException {
        return WholeFile.write(folder.resolve(NAME), json(result));
    }

    /**
     * Writes a result into a folder, without the layout and compressed by gzip. The same result gives the same bytes. It is for readers elsewhere: of the paths of
     * this machine the last names stay.
     *
     * @param result what to write
     * @param folder that exists
     * @param name of the file, without {@code .json.gz}
     * @return the file
     */
    public static Path writeCompressed(Result result, Path folder, String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            String text =
                    JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result);
            gzip.write(PATHS.matcher(text).replaceAll("$1").getBytes(StandardCharsets.UTF_8));
        }
        return WholeFile.write(folder.resolve(name + ".json" + COMPRESSED), bytes.toByteArray());
    }

    /**
     * Deletes the compressed result of a folder, if it has one.
     *
     * @param folder that exists
     */
    public static void deleteCompressed(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME + COMPRESSED));
    }

    /**
     * Reads a result.
     *
     * @param folder the folder of a run or of its page, or the file itself
     * @return the result
     */
    public static Result read(Path folder) throws IOException {
        Path file = file(folder);
        if (!Files.isRegularFile(file)) {
            throw new SpecException("found no " + NAME + " in " + folder + ", expected the folder of a run");
        }
        try {
            JsonNode json = tree(file);
            if (json.has("format") && json.get("format").asInt() != Header.FORMAT) {
                throw new SpecException(
                        file + ": found format " + json.get("format").asText() + ", expected " + Header.FORMAT);
            }
            Class<? extends Result> shape = json.has("plan")
                    ? SweepResult.class
                    : json.has("runs")
                            ? LoadResult.class
                            : json.has("cells")
                                    ? RunResult.class
                                    : json.has("parts")
                                            ? TortureResult.class
                                            : json.has("lines")
                                                    ? EverydayResult.class
                                                    : json.has("changes") ? EvolutionResult.class : null;
            if (shape == null) {
                throw new SpecException(
                        file + " is not a result: found neither runs nor cells nor parts nor lines nor changes");
            }
            Result result = JSON.treeToValue(json, shape);
            if (result instanceof LoadResult load) {
                load.runs().forEach(ResultFile::requireHistograms);
            }
            return result;
        } catch (JsonProcessingException e) {
            throw new SpecException(file + " is not a result: "
                    + (e.getCause() == null
                            ? e.getOriginalMessage()
                            : e.getCause().getMessage()));
        } catch (IllegalArgumentException e) {
            throw new SpecException(file + " is not a result: " + e.getMessage());
        } catch (NullPointerException | IndexOutOfBoundsException | ClassCastException e) {
            throw new SpecException(damaged(file, e));
        }
    }

    /**
     * Returns the file of a result, which need not be there.
     *
     * @param folder the folder of a run or of its page, or the file itself
     * @return the file
     */
    public static Path file(Path folder) {
        Path file = Files.isRegularFile(folder) ? folder : folder.resolve(NAME);
        return Files.isRegularFile(file) ? file : folder.resolve(NAME + COMPRESSED);
    }

    /**
     * Returns what names a result: the folder of a run, or a file that was named by itself.
     *
     * @param folder the folder of a run or of its page, or the file itself
     * @return one of them
     */
    public static Path named(Path folder) {
        return file(folder).getFileName().toString().startsWith(NAME) ? folder(folder) : folder;
    }

    private static JsonNode tree(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                InputStream text =
                        file.getFileName().toString().endsWith(COMPRESSED) ? new GZIPInputStream(bytes) : bytes) {
            return JSON.readTree(text);
        } catch (ZipException | EOFException e) {
            throw new SpecException(file + " is not a result: " + e.getMessage());
        }
    }

    /**
     * Uses a result that was read. A result whose members are missing, or are not what they should be, is refused when it is used.
     *
     * @param file where it was read
     * @param use what is done with it
     * @param <T> what that gives
     * @return the same
     * @throws SpecException if the result is damaged
     */
    public static <T> T using(Path file, Use<T> use) throws IOException {
        try {
            return use.get();
        } catch (SpecException e) {
            throw e;
        } catch (NullPointerException
                | IndexOutOfBoundsException
                | ClassCastException
                | IllegalArgumentException
                | ArithmeticException
                | NoSuchElementException e) {
            throw new SpecException(damaged(file, e));
        }
    }

    /**
     * The use of a result.
     *
     * @param <T> what that gives
     */
    public interface Use<T> {

        /** @return what is asked for */
        T get() throws IOException;
    }

    private static String damaged(Path file, RuntimeException e) {
        return file + " is damaged, expected the file as the lab has written it: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static void requireHistograms(LoadRun run) {
        run.response();
        run.timeline()
                .forEach(second ->
                        second.operations().forEach(type -> type.response().decode()));
    }

    /**
     * Returns the folder of a result.
     *
     * @param folder the folder of a run, or the file itself
     * @return the folder
     */
    public static Path folder(Path folder) {
        return Files.isRegularFile(folder) ? folder.toAbsolutePath().resolveSibling("") : folder;
    }

    /**
     * Anything of a result as text.
     *
     * @param value what to write
     * @return JSON
     */
    public static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
