package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.SingleTripReads;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of each kind of read. A kind is a value. Safe for any number of threads. */
final class ReadKinds {

    /** A program with more kinds makes their texts itself. */
    private static final int MOST = 1_000;

    /** Below, a second session costs more than it saves. */
    private static final int ROOTS_WORTH_SHARING = 200;

    private final Map<Object, ReadKind> known = new ConcurrentHashMap<>();

    /** Reads of one kind. */
    static final class ReadKind {
        /** A larger answer is read by several sessions, which need its ids first. */
        private static final int SMALL = 1_000;
        /** Objects that refer to nothing need their rows only, which several sessions do not read faster. More rows are read in parts. */
        private static final int SMALL_OF_ROWS = 50_000;
        /** A guess for the first answer. */
        private static final int FIRST = 20;

        private final SingleTripReads singleTrip = new SingleTripReads();
        private volatile int roots = FIRST;
        private volatile boolean wasFound;
        /** The rows that the last selection read; of one that was not asked before, any number. */
        private volatile long rows = Long.MAX_VALUE;

        private final Compiled<CompiledQuery> query = new Compiled<>();
        private final Compiled<CompiledRows> selection = new Compiled<>();

        /** The compiled query, if this is a read of objects. */
        Compiled<CompiledQuery> query() {
            return query;
        }

        /** The compiled selection, if this is a read of rows. */
        Compiled<CompiledRows> selection() {
            return selection;
        }

        /** Whether the rows of a selection are few enough to be held, and to be read without a transaction, in which they would be streamed. */
        boolean hasFewRows() {
            return rows <= SMALL;
        }

        void read(long someRows) {
            rows = someRows;
        }

        /** Whether such a read is done after one round trip. */
        SingleTripReads singleTrip() {
            return singleTrip;
        }

        /** How many roots the last answer had. */
        int roots() {
            return roots;
        }

        /** @param needsRowsOnly whether the objects lead to no others */
        boolean isSmall(boolean needsRowsOnly) {
            return roots <= (needsRowsOnly ? SMALL_OF_ROWS : SMALL);
        }

        /** Whether an answer may have that many roots: the first one, and one after an answer that had. */
        boolean mayHave(long many) {
            return !wasFound || roots >= many;
        }

        void found(int answer) {
            wasFound = true;
            roots = answer;
            singleTrip.expect(isWorthSharing(answer));
        }
    }

    /** A query or a selection, which is compiled when it is asked for the second time: one that is asked once is not worth compiling. */
    static final class Compiled<T> {
        private volatile boolean wasAsked;
        private volatile boolean wasCompiled;
        private volatile @Nullable T compiled;

        /**
         * Returns it; empty if it is not compiled.
         *
         * @param compiler returns empty if a value decides the form of the plan
         */
        Optional<T> get(Supplier<Optional<T>> compiler) {
            if (!wasCompiled) {
                if (!wasAsked) {
                    wasAsked = true;
                    return Optional.empty();
                }
                compiled = compiler.get().orElse(null);
                wasCompiled = true;
            }
            return Optional.ofNullable(compiled);
        }
    }

    /** Whether several sessions read that many roots. */
    static boolean isWorthSharing(int roots) {
        return roots >= ROOTS_WORTH_SHARING;
    }

    ReadKind of(Object kind) {
        ReadKind found = known.get(kind);
        if (found != null) {
            return found;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(kind, any -> new ReadKind());
    }
}
