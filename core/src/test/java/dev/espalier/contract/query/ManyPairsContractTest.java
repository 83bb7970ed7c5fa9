package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A selection from one object that leads to more objects than are kept of several. */
@EngineIndependent
class ManyPairsContractTest {

    static class Ring {
        long id;
        List<Place> places = new ArrayList<>();
    }

    static class Place {
        long id;

        @Nullable
        Place next;
    }

    /** More pairs than are kept of several objects: those of one are not divided. */
    @OnEveryEngine(Engine.SQLITE)
    void membersOfOneObjectLeadToMillionsOfObjects(TestDatabase database) {
        try (Database db = database.open(Ring.class)) {
            Ring ring = new Ring();
            Place first = new Place();
            ring.places.add(first);
            for (int i = 1; i < 1_500; i++) {
                Place place = new Place();
                ring.places.get(i - 1).next = place;
                ring.places.add(place);
            }
            ring.places.get(1_499).next = first;
            db.store(ring);
            assertThat(db.query(Ring.class, "")
                            .select("COUNT(places.next+.id) AS steps")
                            .one()
                            .get("steps"))
                    .isEqualTo(2_250_000L);
        }
    }
}
