package dev.espalier.lab.cli;

import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SpecMembers;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.SweepSpec.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The combinations of a sweep. Each option of the pack may have several values, separated by commas; {@code 5..10} stands for whole numbers. The
 * values of {@code --set NAME=A,B} are those of that variable. An option without effect in a combination is left out there, and combinations
 * that become equal are one.
 */
final class SweepPlan {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");
    private static final int LONGEST_RANGE = 1_024;
    /** The account is the same for all, and a URL may contain commas. */
    private static final Set<String> WHOLE =
            Set.of("--user", "--password", "--password-env", "--password-file", "--driver-jar");
    /** Of the sweep, or not for it. */
    private static final Map<String, String> NOT_HERE = Map.of(
            "--out",
            "it before the pack",
            "--quiet",
            "it before the pack",
            "--repeats",
            "it before the pack, as rounds",
            "--agents",
            "one process that makes the connections",
            "--watch",
            "lab run, or lab compare",
            "--secret-file",
            "no agents",
            "--secret-env",
            "no agents",
            "--keep",
            "data that are dropped");

    private final Map<String, OptionSpec> options;
    private final String pack;
    /** Each option, or variable of {@code --set}, with its values. */
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private final List<String> fixed = new ArrayList<>();

    private SweepPlan(CommandLine command) {
        this.pack = command.getCommandName();
        this.options = new LinkedHashMap<>(command.getCommandSpec().optionsMap());
        options.values().removeIf(option -> option.usageHelp() || option.versionHelp());
    }

    /**
     * Reads the words of a sweep.
     *
     * @param command of the pack
     * @param words its options, with lists as values
     * @return the plan
     */
    static SweepPlan of(CommandLine command, List<String> words) {
        SweepPlan plan = new SweepPlan(command);
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            OptionSpec option = plan.options.get(name);
            if (option == null) {
                throw new SpecException("lab sweep: found '" + word + "', expected an option of " + plan.pack);
            }
            if (NOT_HERE.containsKey(name)) {
                throw new SpecException(name + ": found it with " + plan.pack + ", expected " + NOT_HERE.get(name));
            }
            boolean isFlag = option.arity().max() == 0;
            boolean hasNext = at + 1 < words.size() && !words.get(at + 1).startsWith("--");
            if (!isFlag && equals < 0 && !hasNext) {
                throw new SpecException(
                        name + ": found nothing, expected a value, or several with commas between them");
            }
            String value = equals >= 0 ? word.substring(equals + 1) : hasNext ? words.get(++at) : "true";
            plan.add(name, value);
        }
        return plan;
    }

    private void add(String name, String value) {
        if (WHOLE.contains(name)) {
            fixed.add(name + "=" + value);
        } else if (name.equals("--set")) {
            int equals = value.indexOf('=');
            if (equals < 1) {
                throw new SpecException("--set: found '" + value + "', expected name=value, or name=value,value");
            }
            add("--set " + value.substring(0, equals), parts(name, value.substring(equals + 1)));
        } else {
            add(name, parts(name, value));
        }
    }

    private void add(String name, List<String> more) {
        Set<String> all = new LinkedHashSet<>(values.getOrDefault(name, List.of()));
        all.addAll(more);
        values.put(name, List.copyOf(all));
    }

    private static List<String> parts(String name, String value) {
        if (value.startsWith("jdbc:")) {
            return List.of(value);
        }
        List<String> parts = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (range.matches()) {
                int from = Integer.parseInt(range.group(1));
                int to = Integer.parseInt(range.group(2));
                if (from > to || to - from >= LONGEST_RANGE) {
                    throw new SpecException(name + ": found '" + part + "', expected a range such as 1..10");
                }
                for (int number = from; number <= to; number++) {
                    parts.add(Integer.toString(number));
                }
            } else if (part.isBlank()) {
                throw new SpecException(name + ": found '" + value + "', expected values with commas between them");
            } else {
                parts.add(part);
            }
        }
        return parts;
    }

    /**
     * Plans the product.
     *
     * @param rounds how often each combination is run
     * @param order within a round
     * @param seed of a shuffled order
     * @param mayBeIdle options that nobody has given, and that need not have an effect
     * @param parser reads the arguments of one combination
     * @return the plan
     */
    SweepSpec spec(int rounds, SweepSpec.Order order, long seed, Set<String> mayBeIdle, Parser parser) {
        Map<PackSpec, Cell> cells = new LinkedHashMap<>();
        Map<String, List<String>> axes = new LinkedHashMap<>();
        values.forEach((name, all) -> {
            if (all.size() > 1) {
                axes.put(axis(name), all);
            }
        });
        Set<String> effective = new LinkedHashSet<>();
        Map<String, SpecException> refusals = new LinkedHashMap<>();
        for (Map<String, String> combination : product()) {
            Map<String, String> left = new LinkedHashMap<>(combination);
            PackSpec spec = null;
            while (spec == null) {
                try {
                    spec = parser.parse(arguments(left));
                } catch (SpecException e) {
                    String without = OptionRules.withoutEffect(e).orElseThrow(() -> e);
                    if (left.keySet().removeIf(name -> name.equals(without) || name.startsWith(without + " "))) {
                        refusals.putIfAbsent(without, e);
                    } else {
                        throw e;
                    }
                }
            }
            effective.addAll(left.keySet());
            for (int connections : spec.connections()) {
                Map<String, String> shown = new LinkedHashMap<>();
                axes.keySet()
                        .forEach(axis -> left.entrySet().stream()
                                .filter(one -> axis(one.getKey()).equals(axis))
                                .forEach(one -> shown.put(axis, one.getValue())));
                if (spec.connections().size() > 1) { // those of the scale
                    shown.put("connections", Integer.toString(connections));
                    axes.put(
                            "connections",
                            spec.connections().stream().map(String::valueOf).toList());
                }
                PackSpec one = spec.withConnections(List.of(connections));
                cells.putIfAbsent(one, new Cell(shown, one));
            }
        }
        axes.keySet()
                .removeIf(axis -> mayBeIdle.contains("--" + axis)
                        && effective.stream().noneMatch(name -> axis(name).equals(axis)));
        refusals.forEach((option, refusal) -> {
            if (!mayBeIdle.contains(option)
                    && effective.stream().noneMatch(name -> name.equals(option) || name.startsWith(option + " "))) {
                throw refusal;
            }
        });
        List<Cell> planned = new ArrayList<>(cells.values());
        requireRoom(planned);
        requireNoRestart(planned);
        return new SweepSpec(pack, axes, planned, rounds, order, seed);
    }

    /** Combinations on one server that are started in different ways restart it in turn, and rows that are in memory alone would be gone. */
    private static void requireNoRestart(List<Cell> cells) {
        for (Cell a : cells) {
            boolean inMemory =
                    "memory".equalsIgnoreCase(SpecMembers.of(a.spec()).get("engine"));
            boolean restarts = cells.stream()
                    .map(Cell::spec)
                    .anyMatch(b -> b.target().equals(a.spec().target())
                            && b.sharesFolder(a.spec())
                            && !b.loading()
                                    .server()
                                    .sameStart(a.spec().loading().server()));
            if (inMemory && restarts) {
                throw new SpecException("--engine: found MEMORY and several ways to start "
                        + a.spec().target() + ", expected one: a restart empties its tables");
            }
        }
    }

    private static void requireRoom(List<Cell> cells) {
        for (Cell a : cells) {
            for (Cell b : cells) {
                boolean samePlace = !a.spec().database().isEmpty()
                        && a.spec().database().equals(b.spec().database())
                        && a.spec().target().equals(b.spec().target())
                        && a.spec().sharesFolder(b.spec());
                if (samePlace
                        && !a.spec().withConnections(List.of(1)).equals(b.spec().withConnections(List.of(1)))
                        && !a.spec().sharesData(b.spec())) {
                    throw new SpecException("--database: found " + a.spec().database()
                            + " for data that differ, expected none: each set of data gets a database of its own");
                }
            }
        }
    }

    /** Reads the arguments of one combination. */
    @FunctionalInterface
    interface Parser {
        PackSpec parse(List<String> arguments);
    }

    private static String axis(String name) {
        return name.substring(2);
    }

    private List<Map<String, String>> product() {
        List<Map<String, String>> product = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, List<String>> option : values.entrySet()) {
            List<Map<String, String>> next = new ArrayList<>();
            for (Map<String, String> before : product) {
                for (String value : option.getValue()) {
                    Map<String, String> more = new LinkedHashMap<>(before);
                    more.put(option.getKey(), value);
                    next.add(more);
                }
            }
            product = next;
        }
        return product;
    }

    private boolean isFlag(String name) {
        OptionSpec option = options.get(name);
        return option != null && option.arity().max() == 0;
    }

    private List<String> arguments(Map<String, String> combination) {
        List<String> arguments = new ArrayList<>(List.of(pack));
        arguments.addAll(fixed);
        arguments.add("--repeats=1");
        combination.forEach((name, value) -> {
            if (name.startsWith("--set ")) {
                arguments.add("--set=" + name.substring("--set ".length()) + "=" + value);
            } else if (isFlag(name)) {
                if (!Arrays.asList("true", "false").contains(value)) {
                    throw new SpecException(name + ": found '" + value + "', expected true, false or both");
                }
                if (value.equals("true")) {
                    arguments.add(name);
                }
            } else {
                arguments.add(name + "=" + value);
            }
        });
        return arguments;
    }
}
