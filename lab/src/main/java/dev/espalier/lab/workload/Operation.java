package dev.espalier.lab.workload;

/**
 * One operation with all its values, so that a retry does the same.
 *
 * @param <S> the operations it needs
 */
public interface Operation<S extends Session> {

    /** @return its kind, a place in {@link Workload#types()} */
    int type();

    /** @return a number that differs, almost surely, if what it does differs */
    long fingerprint();

    /**
     * Does it, whole: returns when the target has confirmed all of it.
     *
     * @param session that does it
     * @throws Exception whatever the target's driver throws; {@link Session#failure} says what it means
     */
    void perform(S session) throws Exception;
}
