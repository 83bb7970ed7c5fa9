package dev.espalier.lab.cli;

import dev.espalier.lab.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A published report as words of the command line: its pack, and the values of the options that it varies. */
enum PublishedRun {

    /** Twelve databases; not a sweep, the pack runs all of them. */
    OBJECTS(
            "objects",
            "--on",
            "mysql",
            "--create",
            "transactions",
            "--index-when",
            "before",
            "--indexes",
            "none,values,relations,both",
            "--threads",
            "20"),

    /** A thread's own connection, a pool, an asynchronous driver as the author announces one, and Redis. */
    UUID_SET("uuid-set", "--on", "mysql,redis", "--way", "thread,pool,async", "--connections", "1,4,6,8,10"),

    /** The devices of the report are servers here: each server has its data where it has been started. */
    FORTY_TABLES(
            "forty-tables",
            "--on",
            "mysql",
            "--load",
            "insert-full,select-cpu-bound,select-io-bound",
            "--connections",
            "40"),

    /** Two servers, the second over the first. */
    OLTP(
            "oltp",
            "--on",
            "mysql,mariadb",
            "--load",
            "read-only,point-select,read-write,update-key",
            "--connections",
            "64,128,256,512,1024"),

    /** The storage engines of one server. */
    KEY_VALUE("key-value", "--on", "mysql", "--engine", "InnoDB,MyISAM,MEMORY", "--connections", "100");

    private final String pack;
    private final Map<String, String> options = new LinkedHashMap<>();

    PublishedRun(String pack, String... options) {
        this.pack = pack;
        for (int at = 0; at < options.length; at += 2) {
            this.options.put(options[at], options[at + 1]);
        }
    }

    static PublishedRun of(String name) {
        for (PublishedRun run : values()) {
            if (run.pack.equals(name)) {
                return run;
            }
        }
        throw new SpecException("lab publish: found '" + name
                + "', expected a report: objects, uuid-set, forty-tables, oltp or key-value");
    }

    String pack() {
        return pack;
    }

    /** Returns the names of the report's options, without those that the user gives. */
    Set<String> options(List<String> given) {
        Set<String> names = new LinkedHashSet<>(options.keySet());
        names.removeIf(name -> given.stream().anyMatch(word -> word.equals(name) || word.startsWith(name + "=")));
        return names;
    }

    /** Returns the report's options, without those that the user gives, and then the user's. */
    List<String> words(List<String> given) {
        List<String> words = new ArrayList<>();
        for (String name : options(given)) {
            words.add(name);
            words.add(options.get(name));
        }
        words.addAll(given);
        return words;
    }

    /** Returns the value of an option that is there; the last one counts. */
    static String value(String name, List<String> words) {
        String value = "";
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (word.startsWith(name + "=")) {
                value = word.substring(name.length() + 1);
            } else if (word.equals(name) && at + 1 < words.size()) {
                value = words.get(at + 1);
            }
        }
        return value;
    }

    /** Returns the words with one value of an option in place of all that were given. */
    static List<String> with(String name, String value, List<String> words) {
        List<String> changed = new ArrayList<>(List.of(name, value));
        for (int at = 0; at < words.size(); at++) {
            if (words.get(at).equals(name)) {
                at++;
            } else if (!words.get(at).startsWith(name + "=")) {
                changed.add(words.get(at));
            }
        }
        return changed;
    }
}
