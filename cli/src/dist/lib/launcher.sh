# Shared by the launchers of a checkout and of a distribution: finds Java, keeps an archive of classes for quick starts, and hands over.
# Who reads it has set: home, the folder of the launcher; program, the jar.

OLDEST_JAVA=17

fail() {
    printf 'espalier: %s\n' "$1" >&2
    exit 1
}

# Sets `found` to the version and `major` to the major version of a Java, from the file that each has since 9; to nothing if it has not this program in bin.
java_version() {
    found= major=
    [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 0
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=\"*)
                found=${line#*\"}
                found=${found%\"*}
                major=${found%%[!0-9]*}
                return 0 ;;
        esac
    done < "$1/release"
}

# Looks at one folder: keeps it if it is newer than what was found before.
consider() {
    java_version "$1" "$2"
    if [ -n "$major" ] && [ "$major" -ge "$OLDEST_JAVA" ] && [ "$major" -gt "$newest" ]; then
        newest=$major
        version=$found
        java_home=$1
    fi
}

search() {
    if first=$(command -v "$1"); then
        consider "$(dirname "$(dirname "$(readlink -f "$first")")")" "$1"
    fi
    for candidate in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /Library/Java/JavaVirtualMachines/*/Contents/Home \
            "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        [ -d "$candidate" ] && consider "$candidate" "$1"
    done
    return 0
}

# In the locale C, Java takes no name with other letters than those of ASCII: neither that of the folder of a checkout nor that of a file of the caller.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX)
        LC_ALL=C.UTF-8
        export LC_ALL ;;
esac

# find_java PROGRAM: sets java_home, version and newest: those of JAVA_HOME, else of the newest in PATH and the usual places. PROGRAM is javac for who builds, java
# for who only runs.
find_java() {
    newest=0
    java_home=
    [ -z "${JAVA_HOME:-}" ] || consider "$JAVA_HOME" "$1"
    [ -n "$java_home" ] || search "$1"
    kind=Java
    [ "$1" = java ] || kind=JDK
    [ -n "$java_home" ] || fail "found no $kind from $OLDEST_JAVA up in JAVA_HOME, PATH or the usual places; install one, or set JAVA_HOME"
    if [ "$newest" -ge 24 ]; then
        # Tarantool's driver takes memory by Unsafe
        native=--sun-misc-unsafe-memory-access=allow
    else
        native=-Dfile.encoding=UTF-8
    fi
}

# make_archive FILE: writes down the classes of short commands for the virtual machines to come. They skip an archive of another machine or of other libraries,
# but end at one that is damaged: so the first run with it decides whether it stays. An empty file says that none could be made. Nothing depends on it.
make_archive() {
    made=$1.$$
    if startup_run "-XX:ArchiveClassesAtExit=$made" && startup_run -Xshare:on "-XX:SharedArchiveFile=$made"; then
        mv -f "$made" "$1"
    else
        rm -f "$made"
        : > "$1"
    fi
}
startup_run() {
    "$java_home/bin/java" "$native" -XX:TieredStopAtLevel=1 "$@" -cp "$program" dev.espalier.cli.StartupRun > /dev/null 2>&1
}

# run ARCHIVE ARGUMENT...: becomes the command.
run() {
    archive=$1
    shift
    # A short command ends before the slower compiler has paid off.
    quick=
    case ${1-} in
        '' | -h | --help | -V | --version | query | schema | shell) quick=-XX:TieredStopAtLevel=1 ;;
    esac
    # Warnings of the virtual machine, as of an archive that does not fit, would stand among the data.
    log='-Xlog:disable -Xlog:all=error:stderr'
    [ -s "$archive" ] || archive=

    # The number of a closed standard input would be that of the next file that Java opens: a shell would read Java's own libraries.
    { true 3<&0; } 2> /dev/null || exec < /dev/null

    # The JDK reports whether standard output is a terminal only from 22 on.
    terminal=false
    [ -t 1 ] && terminal=true
    input=false
    [ -t 0 ] && input=true

    # shellcheck disable=SC2086 # options are words
    exec "$java_home/bin/java" "$native" $quick $log ${archive:+"-XX:SharedArchiveFile=$archive"} ${ESPALIER_JAVA_OPTIONS:-} "-Despalier.home=$home" \
        "-Despalier.terminal=$terminal" "-Despalier.input=$input" -jar "$program" "$@"
}
