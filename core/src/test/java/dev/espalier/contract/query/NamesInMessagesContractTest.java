package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.annotation.Version;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;

/** The names in messages about queries are those that a query can have, and what is said of a class is true. */
class NamesInMessagesContractTest {

    static class Patient {
        long id;
        String name;
        List<Visit> visits = new ArrayList<>();
        List<Dose> doses = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
    }

    static class Visit {
        long id;

        @Version
        int revision;

        boolean isPaid;
    }

    record Dose(String drug, int grams) {}

    private static AbstractThrowableAssert<?, ?> assertRefused(Database db, String rql) {
        return assertThatThrownBy(() -> db.query(Patient.class, rql).count())
                .as(rql)
                .isInstanceOf(QueryException.class);
    }

    @OnEveryEngine
    void aMemberIsCalledLikeItsCollection(TestDatabase database) {
        Database db = database.open(Patient.class);
        assertRefused(db, "visits = 5")
                .hasMessageContaining("visits refers to Visit; expected a field of it, like visits.id");
        assertRefused(db, "counts = 'x'").hasMessageContaining("found the string 'x' for counts;");
        assertRefused(db, "doses.grams = 'x'").hasMessageContaining("found the string 'x' for doses.grams;");
        assertRefused(db, "doses(grams = 'x')").hasMessageContaining("found the string 'x' for doses.grams;");
        assertRefused(db, "doses = 1").hasMessageContaining("doses is a record");
        assertRefused(db, "SUM(doses.drug) > 1").hasMessageContaining("SUM is made of doses.drug (String)");
        assertRefused(db, "visits.isPaid > FALSE").hasMessageContaining("isPaid is TRUE or FALSE");
    }

    @OnEveryEngine
    void aMapSaysWhatIsAskedForOfIt(TestDatabase database) {
        Database db = database.open(Patient.class);
        assertRefused(db, "counts.key = 'x'")
                .hasMessageContaining(
                        "counts holds plain values, which have no fields: the values of a map are asked for by its name alone, its keys are not");
    }

    @OnEveryEngine
    void aVersionIsNoMissingField(TestDatabase database) {
        Database db = database.open(Patient.class);
        assertRefused(db, "visits.revision = 1")
                .hasMessageContaining(
                        "Visit.revision is the version, which no query asks for; expected Database.versionOf");
        assertRefused(db, "visits.revisionn = 1").hasMessageContaining("Visit has no field 'revisionn'");
    }

    @OnEveryEngine
    void aCollectionIsStoredByItsMembers(TestDatabase database) {
        Database db = database.open(Patient.class);
        assertThatThrownBy(() -> db.store(List.of(new Patient()))).hasMessageContaining("store them by storeAll");
        assertThatThrownBy(() -> db.query(Patient.class, (String) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("rql: found null, expected a query; blank for all objects");
    }
}
