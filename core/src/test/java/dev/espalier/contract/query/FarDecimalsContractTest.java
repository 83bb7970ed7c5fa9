package dev.espalier.contract.query;

import static dev.espalier.testing.Engine.POSTGRES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;

/** Decimals that no float is near to are compared with floats. Other engines keep no such decimals. */
class FarDecimalsContractTest {

    static class Account {
        long id;
        double score;
        BigDecimal wealth;
    }

    private static void store(Database db, double score, String wealth) {
        Account account = new Account();
        account.score = score;
        account.wealth = new BigDecimal(wealth);
        db.store(account);
    }

    @OnEveryEngine(POSTGRES)
    void decimalsBeyondAllFloatsCompareAsJavaConvertsThem(TestDatabase database) {
        Database db = database.open(Model.of(Account.class), database.settings());
        store(db, 0, "1E-900");
        store(db, 0, "-1E-900");
        store(db, Double.MIN_VALUE, "3E-324");
        store(db, Double.MAX_VALUE, "1E+900");
        store(db, -Double.MAX_VALUE, "-1E+900");
        store(db, Double.MAX_VALUE, "1.7976931348623157E+308");

        assertThat(db.query(Account.class, "score = wealth").count()).isEqualTo(4);
        assertThat(db.query(Account.class, "score < wealth").count()).isOne();
        assertThat(db.query(Account.class, "score > wealth").count()).isOne();
        assertThat(db.query(Account.class, "AVG(score) != wealth").count()).isEqualTo(2);
        assertThat(db.query(Account.class, "MIN(score) > wealth").count()).isOne();
    }
}
