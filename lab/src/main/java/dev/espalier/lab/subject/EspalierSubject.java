package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Place;

/** The library, through its public face only. */
public final class EspalierSubject implements Subject {

    @Override
    public SubjectName name() {
        return SubjectName.ESPALIER;
    }

    @Override
    public Load create(Place place, Indexes indexes, int threads) {
        throw new IllegalStateException("the library is not part of this build");
    }

    @Override
    public Session open(Place place, Indexes indexes) {
        throw new IllegalStateException("the library is not part of this build");
    }
}
