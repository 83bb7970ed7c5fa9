package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.SchemaException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("pure")
class PlaceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://db7:5432/shop                            | PostgreSQL shop
            jdbc:postgresql://db7:1,db8:2/shop?user=bob&ssl=true       | PostgreSQL shop
            jdbc:postgresql://db7/shop?options=-c%20x=a/b              | PostgreSQL shop
            jdbc:postgresql:///shop                                    | PostgreSQL shop
            jdbc:postgresql:shop?user=bob                              | PostgreSQL shop
            jdbc:postgresql://db7/                                     | PostgreSQL
            jdbc:postgresql://db7                                      | PostgreSQL
            jdbc:postgresql:                                           | PostgreSQL
            jdbc:mysql://bob:secret@db7:3306/shop?x=y                  | MySQL shop
            jdbc:mysql:replication://db7,db8/shop                      | MySQL shop
            jdbc:mysql://address=(host=db7)(port=1)/shop               | MySQL shop
            jdbc:mysql://(host=db7,user=bob)/                          | MySQL
            jdbc:mysql://bob:sec/ret@db7                               | MySQL
            jdbc:mysql://address=(path=/run/db7)                       | MySQL
            jdbc:mariadb:sequential://db7,db8/shop                     | MariaDB shop
            jdbc:mariadb://db7/shop?localSocket=/run/bob/mysql.sock    | MariaDB shop
            jdbc:sqlite:shop.db                                        | SQLite shop.db
            jdbc:sqlite:/bob/shop.db?open_mode=1                       | SQLite shop.db
            jdbc:sqlite:file:/bob/shop.db?mode=ro                      | SQLite shop.db
            jdbc:sqlite::memory:                                       | SQLite in memory
            jdbc:sqlite:                                               | SQLite in memory
            jdbc:h2:./bob/shop;USER=bob                                | H2 shop
            jdbc:h2:async:~/bob/shop                                   | H2 shop
            jdbc:h2:mem:shop;MODE=MySQL                                | H2 shop
            jdbc:h2:mem:                                               | H2 in memory
            jdbc:duckdb:/bob/shop.duckdb;threads=1                     | DuckDB shop.duckdb
            jdbc:duckdb:                                               | DuckDB in memory
            """)
    void nameHasEngineAndDatabaseOnly(String url, String name) {
        assertThat(Place.of(url)).hasToString(name);
    }

    @Test
    void firstPlaceOfAnErrorStays() {
        SchemaException error = new SchemaException(ErrorCode.FORMAT, "made in another format");
        assertThat(error.place()).isNull();
        new Place("PostgreSQL shop", "jdbc:postgresql://db7/shop").at(error);
        new Place("MySQL shop", "jdbc:mysql://db8/shop").at(error);
        assertThat(error.place()).isEqualTo("jdbc:postgresql://db7/shop");
        assertThat(error).hasToString(SchemaException.class.getName() + ": made in another format");
    }
}
