package dev.espalier.lab.measure;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process on this machine, a server's found by the port it listens on through Linux's {@code /proc}; with the children of its first thread,
 * because PostgreSQL has one for each connection.
 *
 * @param pid of the process that listens
 */
record ServerProcess(long pid) {

    private static final Path PROC = Path.of("/proc");
    private static final Pattern LOCAL_URL =
            Pattern.compile("(?:jdbc:)?[a-z]+://(?:127\\.0\\.0\\.1|localhost|\\[::1\\]):(\\d+).*");
    private static final Pattern HOST = Pattern.compile("://(?:[^/@]*@)?(\\[[^\\]]*\\]|[^:/?]*)");
    private static final Pattern ALLOCATOR = Pattern.compile("lib(jemalloc|tcmalloc|mimalloc)[^/]*\\.so");
    private static final String BUILT_IN = "built in";
    /** The state of a socket that listens (include/net/tcp_states.h). */
    private static final String LISTEN = "0A";
    /** Places in what {@link #stat} gives. */
    private static final int USER_TICKS = 12;

    private static final int SYSTEM_TICKS = 13;
    private static final int DEAD_CHILDREN_USER_TICKS = 14;
    private static final int DEAD_CHILDREN_SYSTEM_TICKS = 15;
    /** Places in {@code statm}: both in pages. */
    private static final int RESIDENT = 1;

    private static final int SHARED = 2;
    private static final long PAGE_BYTES = 4_096;
    /** Of {@code stat}: 51 numbers and a name. */
    private static final int LONGEST_LINE = 1_024;

    /**
     * The processor time and memory of processes.
     *
     * @param pid of the process, by which one that was started anew is told from the one before
     * @param userTicks of processors, 100 a second
     * @param systemTicks of processors, in the operating system for them
     * @param residentBytes of memory, shared parts once
     */
    record Use(long pid, long userTicks, long systemTicks, long residentBytes) {

        long ticks() {
            return userTicks + systemTicks;
        }

        /** A process that has ended holds nothing. */
        boolean isKnown() {
            return residentBytes > 0;
        }

        /** Adds what another process used, which gives the sum its number: it is another sum when that process is. */
        Use with(Use other) {
            return new Use(
                    other.pid,
                    userTicks + other.userTicks,
                    systemTicks + other.systemTicks,
                    residentBytes + other.residentBytes);
        }
    }

    /** Returns the process of the server at a URL; empty if it is on another machine or invisible. */
    static Optional<ServerProcess> of(String url) {
        Matcher matcher = LOCAL_URL.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return listeningOn(Integer.parseInt(matcher.group(1)));
    }

    /**
     * Returns whether the server at a URL may be on this machine: its host is an address of this machine, or cannot be told from one. A
     * URL of files has no server.
     */
    static boolean mayBeHere(String url) {
        Matcher host = HOST.matcher(url);
        if (!host.find()) {
            return false;
        }
        try {
            return NetworkInterface.getByInetAddress(InetAddress.getByName(host.group(1))) != null;
        } catch (IOException e) {
            return true; // several hosts, or one that only the driver knows
        }
    }

    /** Returns the process of this machine that listens on a port; empty if there is none, or if it is another user's. */
    static Optional<ServerProcess> listeningOn(int number) {
        String port = String.format(Locale.ROOT, ":%04X", number);
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(file -> lines(PROC.resolve(file)))
                .map(line -> line.trim().split("\\s+"))
                .filter(columns -> columns.length > 9 && columns[1].endsWith(port) && columns[3].equals(LISTEN))
                .findFirst()
                .flatMap(columns -> ownerOf("socket:[" + columns[9] + "]"))
                .map(ServerProcess::new);
    }

    private static Optional<Long> ownerOf(String socket) {
        return processes().filter(pid -> holds(pid, socket)).sorted().findFirst();
    }

    private static boolean holds(long pid, String socket) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(PROC.resolve(pid + "/fd"))) {
            for (Path file : files) {
                if (Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(file).toString().equals(socket)) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false; // it has ended, or is another user's
        }
        return false;
    }

    /** Returns the usage of the process and its children since they started. */
    Use use() {
        List<Long> family = family().toList();
        return use(
                pid,
                family.stream().map(ServerProcess::stat).toList(),
                family.stream().map(ServerProcess::memory).toList());
    }

    /**
     * Adds up what Linux tells of processes.
     *
     * @param parent whose dead children count, too
     * @param stats fields of {@code stat} of each, none of one that has ended
     * @param memories {@code statm} of each, empty of one that has ended
     */
    static Use use(long parent, List<String[]> stats, List<String> memories) {
        long user = 0;
        long system = 0;
        for (String[] stat : stats) {
            if (stat.length > DEAD_CHILDREN_SYSTEM_TICKS) {
                boolean isParent = stat[0].equals(Long.toString(parent));
                user += Long.parseLong(stat[USER_TICKS])
                        + (isParent ? Long.parseLong(stat[DEAD_CHILDREN_USER_TICKS]) : 0);
                system += Long.parseLong(stat[SYSTEM_TICKS])
                        + (isParent ? Long.parseLong(stat[DEAD_CHILDREN_SYSTEM_TICKS]) : 0);
            }
        }
        return new Use(parent, user, system, residentBytes(memories));
    }

    /** Counts what processes share once: processes of PostgreSQL have one buffer of pages together. */
    private static long residentBytes(List<String> memories) {
        long own = 0;
        long shared = 0;
        for (String memory : memories) {
            String[] pages = memory.trim().split(" ");
            if (pages.length > SHARED) {
                own += Long.parseLong(pages[RESIDENT]) - Long.parseLong(pages[SHARED]);
                shared = Math.max(shared, Long.parseLong(pages[SHARED]));
            }
        }
        return (own + shared) * PAGE_BYTES;
    }

    /** Returns the folder in which the process works: MySQL, MariaDB, PostgreSQL and Redis go to their data. Empty if it may not be asked. */
    Optional<Path> folder() {
        try {
            return Optional.of(Files.readSymbolicLink(PROC.resolve(pid + "/cwd")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    boolean isAlive() {
        return Files.exists(PROC.resolve(Long.toString(pid)));
    }

    /**
     * Returns the library whose allocator the process uses: of several the one that was loaded first, as LD_PRELOAD is before what the program is
     * linked with. Linux gives addresses from the top down, so it stands last. The process's environment is not asked: Redis writes its title
     * there. {@code built in} if there is none; nothing if the process is another user's.
     */
    Optional<String> allocator() {
        return lines(PROC.resolve(pid + "/maps"))
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .map(file -> ALLOCATOR.matcher(file).lookingAt() ? file : BUILT_IN)
                .reduce((lower, higher) -> higher.equals(BUILT_IN) ? lower : higher);
    }

    /** Returns the process and its children. Reading every process of the machine took 1.5 % of a processor (120 of them, November 2026). */
    private Stream<Long> family() {
        return Stream.concat(
                Stream.of(pid),
                lines(PROC.resolve(pid + "/task/" + pid + "/children"))
                        .flatMap(line -> Stream.of(line.split(" ")))
                        .filter(child -> !child.isBlank())
                        .map(Long::valueOf));
    }

    private static String memory(long pid) {
        return text("/proc/" + pid + "/statm");
    }

    private static String[] stat(long pid) {
        return stat(pid, text("/proc/" + pid + "/stat"));
    }

    /** Returns the process's number, then the fields after its name, which may hold blanks: state, parent and so on (proc(5)). */
    static String[] stat(long pid, String line) {
        int end = line.lastIndexOf(')');
        return end < 0 ? new String[0] : (pid + " " + line.substring(end + 2)).split(" ");
    }

    private static Stream<Long> processes() {
        try (Stream<Path> entries = Files.list(PROC)) {
            return entries
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .toList()
                    .stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Reads one line of a few hundred bytes, without the buffers of readers: each process has two. Empty if there is no such process. */
    private static String text(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] line = new byte[LONGEST_LINE];
            int length = in.read(line); // Linux gives such a line at once
            return new String(line, 0, Math.max(0, length), StandardCharsets.ISO_8859_1).stripTrailing();
        } catch (IOException e) {
            return "";
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
