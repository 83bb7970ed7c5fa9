package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whatever becomes something else: a program that knows what it was, and whose lease has ended, does not write it any more. */
@EngineIndependent
class ConversionKindsContractTest {

    record Size(int width, String unit) {}

    record Wider(@Was("width") BigDecimal width, String unit) {}

    static class Older {
        @Was("Crate")
        static class Crate {
            long id;
            String day = "2026-01-02";
            int weight = 7;
            List<String> notes = new ArrayList<>(List.of("b", "a"));
            Size size = new Size(3, "m");
            List<Size> sizes = new ArrayList<>(List.of(new Size(4, "m")));
            Crate next;
        }
    }

    static class Text {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("day")
            LocalDate day;
        }
    }

    static class Number {
        @Was("Crate")
        static class Crate {
            long id;
            BigDecimal weight;
        }
    }

    static class Collection {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("notes")
            Set<String> notes = new LinkedHashSet<>();
        }
    }

    static class Component {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("size")
            Wider size;
        }
    }

    static class Members {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("sizes")
            List<Wider> sizes = new ArrayList<>();
        }
    }

    static class References {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("next")
            List<Crate> next = new ArrayList<>();
        }
    }

    static class Classes {
        @Was({})
        static class Extent {
            long id;
            int width;
            String unit;
        }

        @Was("Crate")
        static class Crate {
            long id;

            @Was("size")
            Extent size;
        }
    }

    static class Renamed {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("weight")
            String load;
        }
    }

    private static void isKept(TestDatabase database, Model newer, Migration<?>... migrations) {
        Settings settings = database.settings().indexes(IndexLevel.NONE).schema(SchemaMode.APPLY);
        try (Database older = database.open(Model.of(Older.Crate.class), settings)) {
            Older.Crate crate = new Older.Crate();
            crate.next = crate;
            older.store(crate);
            database.execute("UPDATE espalier_programs SET lease = 1000");
            Database.open(database.url(), newer, settings.migrations(migrations))
                    .close();
            Throwable failure = catchThrowable(() -> older.store(new Older.Crate()));
            assertThat(failure)
                    .as(newer.toString())
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("schema-change"));
            assertThat(database.rows("SELECT id FROM crate")).hasSize(1);
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void text(TestDatabase database) {
        isKept(database, Model.of(Text.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void number(TestDatabase database) {
        isKept(database, Model.of(Number.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void collection(TestDatabase database) {
        isKept(database, Model.of(Collection.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void component(TestDatabase database) {
        isKept(database, Model.of(Component.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void members(TestDatabase database) {
        isKept(database, Model.of(Members.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void references(TestDatabase database) {
        isKept(database, Model.of(References.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void classes(TestDatabase database) {
        isKept(database, Model.of(Classes.Crate.class, Classes.Extent.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void renamed(TestDatabase database) {
        isKept(database, Model.of(Renamed.Crate.class));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.POSTGRES})
    void computed(TestDatabase database) {
        isKept(
                database,
                Model.of(Text.Crate.class),
                Migration.of(Text.Crate.class).set("day", node -> LocalDate.parse((String) node.get("day"))));
    }
}
