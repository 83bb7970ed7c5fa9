package dev.espalier.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A run as a YAML file: {@code pack}, and the options of the pack's command without dashes. A list stands for values separated by commas,
 * {@code true} for a flag.
 */
final class RunFile {

    /** A key that stands there twice is a mistake. */
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private RunFile() {}

    static boolean named(String word) {
        return word.endsWith(".yaml") || word.endsWith(".yml");
    }

    /** Returns the equivalent arguments of {@code lab run}. */
    static List<String> arguments(Path file, Map<String, CommandLine> packs) {
        JsonNode run = read(file);
        JsonNode named = run.path("pack");
        String pack = named.isContainerNode() ? named.toString() : named.asText();
        CommandLine command = packs.get(pack);
        if (command == null) {
            throw new SpecException(
                    file + ": pack: found '" + pack + "', expected one of " + String.join(", ", packs.keySet()));
        }
        List<String> arguments = new ArrayList<>(List.of(pack));
        run.properties().forEach(entry -> {
            String key = entry.getKey();
            if (!key.equals("pack")) {
                OptionSpec option = options(command).get("--" + key);
                if (option == null) {
                    throw new SpecException(file + ": found the key '" + key + "', expected pack or an option of "
                            + pack + ": " + keys(command));
                }
                add(
                        arguments,
                        "--" + key,
                        entry.getValue(),
                        option.isMultiValue() && option.splitRegex().isEmpty(),
                        file);
            }
        });
        return arguments;
    }

    /** A list is the option once for each value, if it may stand several times, else the values with commas between them. */
    private static void add(List<String> arguments, String option, JsonNode value, boolean severalTimes, Path file) {
        requireValue(value, true, option, file);
        value.forEach(one -> requireValue(one, false, option, file));
        if (value.isArray() && severalTimes) {
            value.forEach(one -> arguments.add(option + "=" + one.asText()));
        } else if (value.isArray()) {
            arguments.add(option + "="
                    + StreamSupport.stream(value.spliterator(), false)
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(",")));
        } else if (!value.isBoolean()) {
            arguments.add(option + "=" + value.asText());
        } else if (value.asBoolean()) {
            arguments.add(option);
        }
    }

    private static void requireValue(JsonNode value, boolean listToo, String option, Path file) {
        if (value.isObject() || value.isNull() || value.isArray() && !listToo) {
            throw new SpecException(file + ": " + option.substring(2) + ": found "
                    + (value.isNull() ? "nothing" : value.isObject() ? "a map" : "a list in a list")
                    + ", expected a value or a list of values");
        }
    }

    /** Of a run: help is for who asks on the command line. */
    private static Map<String, OptionSpec> options(CommandLine command) {
        Map<String, OptionSpec> options = new TreeMap<>(command.getCommandSpec().optionsMap());
        options.values().removeIf(option -> option.usageHelp() || option.versionHelp());
        return options;
    }

    private static String keys(CommandLine command) {
        return options(command).keySet().stream()
                .filter(name -> name.startsWith("--"))
                .map(name -> name.substring(2))
                .collect(Collectors.joining(", "));
    }

    private static JsonNode read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SpecException("found no file " + file + ", expected a run as YAML");
        }
        try {
            List<JsonNode> runs;
            try (MappingIterator<JsonNode> documents =
                    YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
                runs = documents.readAll();
            }
            if (runs.size() > 1) {
                throw new SpecException(file + ": found " + runs.size() + " documents, expected one run");
            }
            if (runs.isEmpty() || !runs.get(0).isObject()) {
                throw new SpecException(file + ": expected keys and values, such as 'pack: oltp'");
            }
            return runs.get(0);
        } catch (JsonProcessingException e) {
            throw new SpecException(file + " is no YAML: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new SpecException("cannot read " + file + ": " + e.getMessage());
        }
    }
}
