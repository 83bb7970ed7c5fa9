package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.error.SchemaException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** A constant of an enum goes for good only if no program writes it any more. */
class DroppedConstantsContractTest {

    static class Older {
        @Was("Colour")
        enum Colour {
            RED,
            GREY
        }

        @Was("Shirt")
        static class Shirt {
            long id;
            Colour colour = Colour.RED;
        }
    }

    static class Newer {
        @Was("Colour")
        enum Colour {
            RED
        }

        @Was("Shirt")
        static class Shirt {
            long id;
            Colour colour = Colour.RED;
        }
    }

    /** Paused beyond its lease: a finish has dropped the constant meanwhile, as no object had it. */
    @OnEveryEngine
    void aProgramThatWasPausedWritesNoConstantThatWasDropped(TestDatabase database) throws Exception {
        Database older = database.open(Older.Shirt.class);
        older.store(new Older.Shirt());
        PausedLease.expire(older);
        database.execute("UPDATE espalier_programs SET lease = 1000");
        Database newer = database.open(Newer.Shirt.class);
        SchemaAdmin.at(database.url(), database.settings()).finish(Model.of(Newer.Shirt.class));
        Older.Shirt shirt = new Older.Shirt();
        shirt.colour = Older.Colour.GREY;
        assertThatThrownBy(() -> older.store(shirt))
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.code()).isEqualTo("schema-change"))
                .hasMessageContaining("GREY");
        assertThat(newer.query(Newer.Shirt.class, "").list()).hasSize(1);
        newer.store(new Newer.Shirt());
    }

    @OnEveryEngine
    void aProgramWhoseKnownNumbersWereDeletedCountsAsOneThatKnowsAll(TestDatabase database) throws Exception {
        Database older = database.open(Older.Shirt.class);
        older.store(new Older.Shirt());
        PausedLease.renew(older);
        database.execute("DELETE FROM espalier_known");
        database.open(Newer.Shirt.class);
        SchemaAdmin admin = SchemaAdmin.at(database.url(), database.settings());
        assertThatThrownBy(() -> admin.finish(Model.of(Newer.Shirt.class)))
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.code()).isEqualTo("in-use"));
        PausedLease.expire(older);
        older.store(new Older.Shirt());
        assertThat(database.rows("SELECT COUNT(*) FROM espalier_known")).isNotEqualTo(List.of("0"));
    }
}
