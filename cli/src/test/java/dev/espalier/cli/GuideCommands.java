package dev.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands in the blocks of a guide, with files in a folder instead of the current one. */
public final class GuideCommands {

    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private GuideCommands() {}

    public static List<String[]> of(String guide, Path folder) throws IOException {
        List<String[]> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/guide", guide)));
        while (block.find()) {
            block.group(1)
                    .lines()
                    .filter(line -> line.startsWith("espalier "))
                    .forEach(line -> commands.add(words(line.substring("espalier ".length()), folder)));
        }
        return commands;
    }

    private static String[] words(String line, Path folder) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3);
            text = text.replace("jdbc:sqlite:", "jdbc:sqlite:" + folder + "/")
                    .replace("jdbc:h2:./", "jdbc:h2:" + folder.toAbsolutePath() + "/");
            boolean isPath = !words.isEmpty()
                    && (words.get(words.size() - 1).equals("--out")
                            || words.get(0).equals("import") && words.size() == 2);
            words.add(isPath ? folder.resolve(text).toString() : text);
        }
        return words.toArray(String[]::new);
    }
}
