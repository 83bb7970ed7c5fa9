package dev.espalier.promises;

import dev.espalier.error.EspalierException;
import java.util.ArrayList;
import java.util.List;

/** What may happen to a call: it must be refused, it may be, or there is no reason to refuse it. */
final class Verdict {

    private final List<String> reasons = new ArrayList<>();
    private boolean isCopy;
    private boolean may;

    void must(String reason) {
        reasons.add(reason);
    }

    /** @param copy the kind */
    void must(String copy, String reason) {
        isCopy = true;
        must(reason);
    }

    void may() {
        may = true;
    }

    boolean mustBeRefused() {
        return !reasons.isEmpty();
    }

    boolean mayBeRefused() {
        return may || mustBeRefused();
    }

    /** Fails where the call was acknowledged and had to be refused. */
    void acknowledged(String call) {
        if (mustBeRefused()) {
            throw new Broken(
                    isCopy
                            ? "P1 a copy was written over acknowledged content (" + call + ")"
                            : "P1 lost update (" + call + ")",
                    String.join("; ", reasons));
        }
    }

    /** Fails where the call was refused without reason. */
    void refused(String call, EspalierException refusal) {
        if (!mayBeRefused()) {
            throw new Broken("P0 refused without reason (" + call + ", " + refusal.code() + ")", refusal.getMessage());
        }
    }
}
