package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The figures that a run of the lab writes each second to {@code live.json} in its folder. */
final class LiveLab {

    private static final String NAME = "live.json";
    private static final long LARGEST = 64 * 1024;

    private final Path file;

    LiveLab(Path folder) {
        this.file = folder.resolve(NAME);
    }

    /** The figures, with the seconds since they were written; {@code none} before the first second. */
    JsonNode figures(Request request) {
        try {
            Duration age = Duration.between(Files.getLastModifiedTime(file).toInstant(), Instant.now());
            if (Files.size(file) > LARGEST) {
                throw new RequestException(
                        NAME + ": found a file of more than " + LARGEST + " bytes; expected one of the lab");
            }
            return Json.object()
                    .put("age", Math.max(0, age.toSeconds()))
                    .set("figures", Json.read(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return Json.object().put("none", true);
        } catch (IOException e) {
            throw new RequestException(NAME + " cannot be read");
        }
    }
}
