package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseNameTest {

    @Test
    void nameShowsNoSecret() {
        assertThat(DatabaseName.of("jdbc:sqlite:folder/shop.db")).isEqualTo("sqlite:folder/shop.db");
        assertThat(DatabaseName.of("jdbc:postgresql://db.example:5432/shop?user=ada&password=secret77"))
                .isEqualTo("postgresql://db.example:5432/shop");
        assertThat(DatabaseName.of("jdbc:mysql://ada:secret77@db.example/shop?x=1"))
                .isEqualTo("mysql://db.example/shop");
        assertThat(DatabaseName.of("jdbc:mysql://ada:se@cret77@db.example/shop"))
                .isEqualTo("mysql://db.example/shop");
        assertThat(DatabaseName.of("jdbc:mysql://ada:se/cret77@db.example/shop"))
                .isEqualTo("mysql://db.example/shop");
        assertThat(DatabaseName.of("jdbc:mysql://(host=db.example,user=ada,password=secret77)/shop"))
                .isEqualTo("mysql://(host=db.example,user=...,password=...)/shop");
        assertThat(DatabaseName.of("jdbc:h2:./shop;PASSWORD=secret77")).isEqualTo("h2:./shop");
    }
}
