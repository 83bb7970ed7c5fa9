package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables as SQL: a text that the engine takes, in which each column is described. */
class TablesAsSqlContractTest {

    private static final Pattern CREATED = Pattern.compile("CREATE TABLE (\\S+) \\(");

    record Address(String street, Town town) {}

    static class Town {
        long id;
        String name;
    }

    abstract static class Customer {
        long id;
        String name;
    }

    static class Firm extends Customer {
        Instant since;
        Address address;
        Customer parent;
        List<Town> branches;
        Map<String, Integer> ratings;
    }

    /** SQLite compares its decimals by a function of the library, which a plain connection does not have. */
    static class Account {
        long id;
        BigDecimal credit;
    }

    private static List<String> statements(String text) {
        return Arrays.stream(text.replaceAll("(?m)--.*$", "").split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    @OnEveryEngine
    void theEngineTakesTheText(TestDatabase database) {
        database.open(Firm.class);
        String text = SchemaAdmin.at(database.url(), database.settings()).tables();
        TestDatabase other = TestDatabase.second(database.engine());
        try {
            other.execute(statements(text).toArray(String[]::new));
            Matcher table = CREATED.matcher(text);
            int tables = 0;
            while (table.find()) {
                tables++;
                assertThat(other.rows("SELECT * FROM " + table.group(1))).isEmpty();
            }
            assertThat(tables).isEqualTo(4);
        } finally {
            other.remove();
        }
    }

    @OnEveryEngine
    void eachColumnIsDescribed(TestDatabase database) {
        database.open(Firm.class, Account.class);
        String text = SchemaAdmin.at(database.url(), database.settings()).tables();
        assertThat(text)
                .contains(
                        "-- Firm\n",
                        "-- credit: BigDecimal\n",
                        "-- credit: BigDecimal, digits behind the point\n",
                        "-- since: Instant, nanoseconds behind the microsecond\n",
                        "-- address: whether there is one\n",
                        "-- address.street: String\n",
                        "-- address.town: the id of an object of Town\n",
                        "-- parent: the id of an object of Customer\n",
                        "-- Firm.branches\n",
                        "-- Firm.ratings\n",
                        "-- key: String\n",
                        "-- member: Integer\n",
                        "-- member: the id of an object of Town\n",
                        "-- the place, from 0 without gaps\n")
                .doesNotContain("of another version");
    }
}
