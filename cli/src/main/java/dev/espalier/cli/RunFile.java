package dev.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.espalier.lab.spec.SpecException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A run as a YAML file: {@code pack}, and the options of the pack's command without their dashes. A list stands for values with commas
 * between them, {@code true} for a flag that is given.
 */
final class RunFile {

    /** A key that stands there twice is a mistake. */
    private static final YAMLMapper YAML = YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private RunFile() {
    }

    static boolean named(String word) {
        return word.endsWith(".yaml") || word.endsWith(".yml");
    }

    /** The arguments that say the same to {@code lab run}. */
    static List<String> arguments(Path file, Map<String, CommandLine> packs) {
        JsonNode run = read(file);
        String pack = run.path("pack").asText();
        CommandLine command = packs.get(pack);
        if (command == null) {
            throw new SpecException(file + ": pack: found '" + pack + "', expected one of " + String.join(", ", packs.keySet()));
        }
        List<String> arguments = new ArrayList<>(List.of(pack));
        run.properties().forEach(entry -> {
            String key = entry.getKey();
            if (!key.equals("pack")) {
                if (!command.getCommandSpec().optionsMap().containsKey("--" + key)) {
                    throw new SpecException(file + ": found the key '" + key + "', expected pack or an option of " + pack + ": " + keys(command));
                }
                OptionSpec option = command.getCommandSpec().optionsMap().get("--" + key);
                add(arguments, "--" + key, entry.getValue(), option.isMultiValue() && option.splitRegex().isEmpty(), file);
            }
        });
        return arguments;
    }

    /** A list is the option once for each value, where it may stand several times, else the values with commas between them. */
    private static void add(List<String> arguments, String option, JsonNode value, boolean severalTimes, Path file) {
        if (value.isObject() || value.isNull()) {
            throw new SpecException(file + ": " + option.substring(2) + ": found " + (value.isNull() ? "nothing" : "a map")
                    + ", expected a value or a list");
        }
        if (value.isArray() && severalTimes) {
            value.forEach(one -> arguments.add(option + "=" + one.asText()));
        } else if (value.isArray()) {
            arguments.add(option + "=" + StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).collect(Collectors.joining(",")));
        } else if (!value.isBoolean()) {
            arguments.add(option + "=" + value.asText());
        } else if (value.asBoolean()) {
            arguments.add(option);
        }
    }

    private static String keys(CommandLine command) {
        return command.getCommandSpec().optionsMap().keySet().stream().filter(name -> name.startsWith("--")).map(name -> name.substring(2))
                .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), names -> String.join(", ", names)));
    }

    private static JsonNode read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SpecException("found no file " + file + ", expected a run as YAML");
        }
        try {
            JsonNode run = YAML.readTree(file.toFile());
            if (run == null || !run.isObject()) {
                throw new SpecException(file + ": expected keys and values, such as 'pack: oltp'");
            }
            return run;
        } catch (JsonProcessingException e) {
            throw new SpecException(file + " is no YAML: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new SpecException("cannot read " + file + ": " + e.getMessage());
        }
    }
}
