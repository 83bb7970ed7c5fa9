package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.H2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;

/** Schemas in a URL of H2. */
class H2SettingsContractTest {

    private static final Model MODEL = Model.of(Book.class);

    @OnEveryEngine(H2)
    void aSchemaThatDoesNotExistIsRefused(TestDatabase database) {
        EspalierException refused = catchThrowableOfType(
                EspalierException.class, () -> database.open(MODEL, database.url() + ";SCHEMA=missing"));
        assertThat(refused).isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo("no-such-database");
    }

    @OnEveryEngine(H2)
    void aSchemaMayHaveAnyName(TestDatabase database) {
        database.execute("CREATE SCHEMA \"My _Shop%\"", "CREATE SCHEMA \"My xShop2\"");
        String url = database.url() + ";SCHEMA=\"My _Shop%\"";
        try (Database db = database.open(MODEL, url)) {
            db.store(Book.of("Emma"));
        }
        try (Database db = database.open(MODEL, database.url() + ";SCHEMA=\"My xShop2\"")) {
            assertThat(db.query(Book.class, "").count()).isZero();
        }
        try (Database db = database.open(MODEL, url)) {
            assertThat(db.query(Book.class, "").one().title).isEqualTo("Emma");
        }
    }
}
