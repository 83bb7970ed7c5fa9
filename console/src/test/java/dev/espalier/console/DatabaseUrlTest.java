package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseUrlTest {

    @Test
    void urlShowsNoSecret() {
        assertThat(DatabaseUrl.withoutAccounts("jdbc:sqlite:folder/shop.db")).isEqualTo("jdbc:sqlite:folder/shop.db");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:postgresql://db.example:5432/shop?user=ada&password=secret77"))
                .isEqualTo("jdbc:postgresql://db.example:5432/shop");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:mysql://ada:secret77@db.example/shop?x=1"))
                .isEqualTo("jdbc:mysql://db.example/shop");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:mysql://ada:se@cret77@db.example/shop"))
                .isEqualTo("jdbc:mysql://db.example/shop");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:mysql://ada:se/cret77@db.example/shop"))
                .isEqualTo("jdbc:mysql://db.example/shop");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:mysql://(host=db.example,user=ada,password=secret77)/shop"))
                .isEqualTo("jdbc:mysql://(host=db.example,user=...,password=...)/shop");
        assertThat(DatabaseUrl.withoutAccounts("jdbc:h2:./shop;PASSWORD=secret77"))
                .isEqualTo("jdbc:h2:./shop");
    }

    @Test
    void placeDistinguishesSchemasAndFolders() {
        assertThat(DatabaseUrl.place("jdbc:postgresql://ada:secret77@db.example:5432/shop?ssl=true&currentSchema=test"))
                .isEqualTo("jdbc:postgresql://db.example:5432/shop, schema test");
        assertThat(DatabaseUrl.place("jdbc:h2:tcp://db.example/shop;PASSWORD=secret77;SCHEMA=test"))
                .isEqualTo("jdbc:h2:tcp://db.example/shop, schema test");
        assertThat(DatabaseUrl.place("jdbc:sqlite:/data/shop.db?mode=ro")).isEqualTo("jdbc:sqlite:/data/shop.db");
        assertThat(DatabaseUrl.place("jdbc:sqlite::memory:")).isEqualTo("jdbc:sqlite::memory:");
        for (String relative : List.of("jdbc:sqlite:shop.db", "jdbc:h2:./shop", "jdbc:sqlite:file:shop.db")) {
            assertThat(DatabaseUrl.place(relative)).isEqualTo(relative + " in " + System.getProperty("user.dir"));
        }
    }
}
