package dev.espalier.contract;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** URLs and servers that let a program only read. */
class ReadOnlyContractTest {

    private static final Model MODEL = Model.of(Book.class);

    private static List<String> options(TestDatabase database) {
        return switch (database.engine()) {
            case SQLITE -> throw new IllegalArgumentException("expected another engine");
            case MYSQL, TIDB -> List.of("readOnly=true", "sessionVariables=transaction_read_only=1");
            case MARIADB -> List.of("readOnly=true", "sessionVariables=tx_read_only=1");
            case POSTGRES -> List.of("readOnly=true", "readOnly=%74rue", "readOnlyMode=always&readOnly=TRUE");
            case H2 -> List.of("ACCESS_MODE_DATA=r", "access_mode_data=R;IFEXISTS=TRUE");
            case DUCKDB -> List.of("access_mode=READ_ONLY", "access_mode=read_only", "duckdb.read_only=true");
        };
    }

    private static String with(TestDatabase database, String option) {
        return database.url()
                + (database.engine().isServer() ? database.url().contains("?") ? "&" : "?" : ";")
                + option;
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, H2, DUCKDB})
    void aUrlWithWhichAProgramCouldOnlyReadIsRefused(TestDatabase database) {
        try (Database db = database.open(MODEL, database.url())) {
            db.store(Book.of("Emma"));
        }
        for (String option : options(database)) {
            EspalierException refusal =
                    catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, with(database, option)));
            assertThat(refusal).as(option).isNotNull();
            assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo("server-setting");
            assertThat(refusal.getMessage())
                    .containsAnyOf("expected no such option", "expected one that can be written to", "read_only");
        }
    }

    /** Before anything is looked for at the place that the URL names. */
    @OnEveryEngine({H2, DUCKDB})
    void aNewDatabaseThatCouldOnlyBeReadIsRefused(TestDatabase database) {
        String option = options(database).get(0);
        assertThat(catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, with(database, option))))
                .hasMessage("found " + option
                        + " in the URL; expected no such option, as a program always writes that it has the database open."
                        + " Take it out of the URL");
    }
}
